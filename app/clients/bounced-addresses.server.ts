import type { RouterContextProvider } from "react-router";
import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { path } from "../json-api/path.ts";
import { resource } from "../json-api/resource.ts";
import { type Settled, settle } from "../json-api/settle.ts";
import { apiOf, logFaults } from "../session/session.server.ts";
import type { BouncedAddress } from "./bounced-address.tsx";

/** The calls about addresses that take no emails: the only file that names their JSON:API type. */

const bounced = resource("bounced_addresses", {
  addresses: z.array(z.object({ email: z.string(), at: z.string(), reason: z.string() })),
});

/** Those of a client's household. The promise never rejects. */
export function fetchBouncedAddresses(
  context: Readonly<RouterContextProvider>,
  clientId: string,
): Promise<Settled<readonly BouncedAddress[]>> {
  const failure = "Failed to fetch the addresses that take no emails";
  const find = async (api: Api) =>
    (await api.find(path`/clients/${clientId}/bounced_addresses`, bounced, { failure })).addresses;
  return settle(apiOf(context), find, logFaults(context));
}

/** Says that an address is right; again changes nothing. @throws ApiError "forbidden", "missing" */
export async function retryAddress(api: Api, clientId: string, email: string): Promise<void> {
  const failure = "Failed to have emails sent to the address again";
  await api.act(path`/clients/${clientId}/bounced_addresses/retries`, bounced, { email }, { failure });
}
