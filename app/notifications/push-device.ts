import * as z from "zod/mini";
import { checkbox, choice, choices } from "../ui/form-values.ts";
import { topics } from "./mail-choices.ts";

/** Whether this device is told by Web Push, of what and when. */

const topicNames = topics.map(({ name }) => name);

export const deviceAttributes = {
  isOn: z.boolean(),
  /** What the browser subscribes with. */
  applicationKey: z.string(),
  showsNames: z.boolean(),
  /** Hours from 0 to 23; null: told at any time. */
  quietFrom: z.nullable(z.number()),
  quietUntil: z.nullable(z.number()),
};

export const topicsAttribute = z.array(z.enum(topicNames));

/** Hours as a form sends them; "" for none. */
const hours = Array.from({ length: 24 }, (_hour, hour) => String(hour));

/** What both forms have: those of staff and of clients. The browser's own part comes from the page's script. */
const deviceFields = {
  deviceToken: z.optional(z.string().check(z.maxLength(2000))),
  showsNames: checkbox(),
  quietFrom: choice(["", ...hours]),
  quietUntil: choice(hours),
};

export const ownDeviceForm = z.object(deviceFields);
export const deviceForm = z.object({ ...deviceFields, topics: choices(topicNames) });

interface Quiet {
  readonly quietFrom: number | null;
  readonly quietUntil: number | null;
}

/** What the form holds at first. */
export function typedDevice({ showsNames, quietFrom, quietUntil }: Quiet & { readonly showsNames: boolean }) {
  return {
    showsNames: showsNames ? "on" : "",
    quietFrom: typedHour(quietFrom),
    quietUntil: typedHour(quietUntil ?? 7),
  };
}

const typedHour = (hour: number | null) => (hour === null ? "" : String(hour));

/** The hours that a form was sent with. */
export function chosenQuiet({
  quietFrom,
  quietUntil,
}: {
  readonly quietFrom: string;
  readonly quietUntil: string;
}): Quiet {
  if (quietFrom === "") return { quietFrom: null, quietUntil: null };
  return { quietFrom: Number(quietFrom), quietUntil: Number(quietUntil) };
}

/** The choices of an hour, as in "9 PM". @param language of the page, as in "en" */
export function hourOptions(language: string): readonly { readonly value: string; readonly label: string }[] {
  const format = new Intl.DateTimeFormat(`${language}-US`, { hour: "numeric", timeZone: "UTC" });
  return hours.map((value) => ({ value, label: format.format(Date.UTC(2026, 0, 1, Number(value))) }));
}

const browser = z.object({
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
});

/** What a browser gave, by the names of the service; null for what no browser gives. @param text as `PushSubscription.toJSON` gives it */
export function readBrowser(text: string) {
  try {
    const { endpoint, keys } = z.parse(browser, JSON.parse(text));
    return { endpoint, browserKey: keys.p256dh, authSecret: keys.auth };
  } catch {
    return null;
  }
}
