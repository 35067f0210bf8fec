import { data } from "react-router";
import { Honeypot, SpamError } from "remix-utils/honeypot/server";
import { honeypotField } from "../session/hidden-fields.ts";

/** Without the time stamp: encrypted anew for each page, it would end the 304 of a page that has not changed. */
const honeypot = new Honeypot({ nameFieldName: honeypotField, validFromFieldName: null });

/** @throws 400 for a form whose honeypot is filled in, which only programs do */
export async function refuseSpam(form: FormData): Promise<void> {
  try {
    await honeypot.check(form);
  } catch (error) {
    if (!(error instanceof SpamError)) throw error;
    throw data("Nothing was sent, because a field that is not shown was filled in. Go back and leave it blank.", {
      status: 400,
    });
  }
}
