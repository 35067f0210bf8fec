import { FormRefusal } from "../forms/forms.server.ts";
import { ApiError } from "../json-api/api-error.ts";

/** What the service refuses is about the mail: there is no field to say it beside. @throws FormRefusal with its sentence */
export function refuseMails(error: unknown): never {
  if (!(error instanceof ApiError) || error.kind !== "invalid") throw error;
  const text = Object.values(error.fieldErrors).flat()[0] ?? "The invitation was not sent. Try again tomorrow.";
  throw new FormRefusal({ text });
}
