import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { required } from "../json-api/api-error.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";

/** The calls behind the mail of a registration: the only file that names their JSON:API type. */

const registration = resource("portal_registration", {
  isConfirmed: z.boolean(),
  workspaceName: z.string(),
  handle: z.string(),
  agentName: z.string(),
});
export type Registration = RecordOf<typeof registration>;

const failure = "Failed to look at the registration";

/** Looks at a registration without confirming it. @throws ApiError "missing" for a link that is unknown or too old */
export async function checkRegistration(api: Api, token: string): Promise<Registration> {
  return required(await api.act("/portal/registration_checks", registration, { token }, { failure }), failure);
}

/** Confirms the address. Doing so again changes nothing. @throws ApiError "missing" */
export async function confirmRegistration(api: Api, token: string): Promise<void> {
  const failure = "Failed to confirm the address";
  await api.act("/portal/registration_confirmations", registration, { token }, { failure });
}
