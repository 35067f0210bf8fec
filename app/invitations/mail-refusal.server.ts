import { FormRefusal } from "../forms/forms.server.ts";
import { ApiError } from "../json-api/api-error.ts";

/** What the service says against the mail: there is no field to say it beside. @throws FormRefusal with its sentence, or the error */
export function refuseMails(error: unknown): never {
  const [text] = error instanceof ApiError ? Object.values(error.fieldErrors).flat() : [];
  throw text === undefined ? error : new FormRefusal({ text });
}
