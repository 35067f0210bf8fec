import * as z from "zod/mini";
import { FormRefusal } from "../forms/forms.server.ts";
import type { Api } from "../json-api/api.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { offers } from "../json-api/service.ts";
import { chosenQuiet, deviceAttributes, readBrowser, topicsAttribute } from "./push-device.ts";

/** Web Push to the browser of the session: the only file that names its JSON:API types. */

const device = resource("push_subscription", { ...deviceAttributes, topics: topicsAttribute });
const ownDevice = resource("portal_push_subscription", deviceAttributes);

const failures = {
  find: "Failed to look up whether this device gets notifications",
  save: "Failed to save the notifications of this device",
};

/** Whether a service tells devices of staff. */
export const offersDevices = ({ service }: Pick<Api, "service">): boolean => offers(service, "push_subscription");

/** Whether it tells those of clients. */
export const offersOwnDevices = ({ service }: Pick<Api, "service">): boolean =>
  offers(service, "portal/push_subscription");

/** That of staff, in their workspace. @throws ApiError */
export function findDevice(api: Api): Promise<RecordOf<typeof device>> {
  return api.find("/push_subscription", device, { failure: failures.find });
}

/** That of a client's person. @throws ApiError */
export function findOwnDevice(api: Api): Promise<RecordOf<typeof ownDevice>> {
  return api.find("/portal/push_subscription", ownDevice, { failure: failures.find });
}

interface Typed {
  readonly deviceToken?: string | undefined;
  readonly showsNames: boolean;
  readonly quietFrom: string;
  readonly quietUntil: string;
}

/** What a form says, by the names of the service. @throws FormRefusal where the device is off and the browser gave nothing */
function choicesOf({ deviceToken = "", showsNames, ...quiet }: Typed, isOn: boolean, refusal: Refusal) {
  const browser = readBrowser(deviceToken);
  if (browser === null && !isOn) throw new FormRefusal({ ...refusal, status: 400 });
  return { ...browser, showsNames, ...chosenQuiet(quiet) };
}

/** What a page says where a browser without scripts gave nothing. */
type Refusal = Pick<ConstructorParameters<typeof FormRefusal>[0], "text" | "fieldErrors">;

/** Switches the device on, or changes what it is told and when. @throws FormRefusal where the browser gave nothing */
export async function saveDevice(
  api: Api,
  typed: Typed & { readonly topics: readonly string[] },
  refusal: Refusal,
): Promise<void> {
  const { isOn } = await findDevice(api);
  const choices = { ...choicesOf(typed, isOn, refusal), topics: typed.topics };
  await api.act("/push_subscription", device, choices, { method: "PATCH", failure: failures.save });
}

/** The same for a client's person. */
export async function saveOwnDevice(api: Api, typed: Typed, refusal: Refusal): Promise<void> {
  const { isOn } = await findOwnDevice(api);
  const choices = choicesOf(typed, isOn, refusal);
  await api.act("/portal/push_subscription", ownDevice, choices, { method: "PATCH", failure: failures.save });
}

/** Switches the device off; again is a no-op. */
export async function endDevice(api: Api, path: "/push_subscription" | "/portal/push_subscription"): Promise<void> {
  await api.remove(path, { failure: failures.save });
}

/** Tells the service where the browser is reached now, if it is told anything. @param text what the browser gave */
export async function renewDevice(api: Api, text: string): Promise<void> {
  const browser = readBrowser(text);
  if (browser === null) return;
  const type = "push_subscription_renewal";
  await api.act("/push_subscription_renewals", z.optional(z.looseObject({})), browser, {
    type,
    failure: failures.save,
  });
}
