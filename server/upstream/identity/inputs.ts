import { z } from "zod";
import { normaliseEmail } from "./email-address.ts";
import { normaliseHandle } from "./handles.ts";

/** An address, given in the spelling under which it is kept. */
export const email = z
  .string()
  .max(1000, "Invalid email")
  .transform((typed, context) => {
    const address = normaliseEmail(typed);
    if (address !== null) return address;
    context.addIssue({ code: "custom", message: "Invalid email" });
    return z.NEVER;
  });

/** A handle in its one spelling; whether it can be had is the domain's matter. */
export const handle = z
  .string()
  .max(1000, "Workspace url must be at most 63 characters.")
  .transform(normaliseHandle)
  .pipe(z.string().min(1, "Workspace url must be at least 1 character."));

/** A password, a code or a token to be compared; the bound is on the work of doing so. */
export const secret = z.string().min(1).max(1024);

/** The password, or of whoever has none a code that was mailed to them. */
export const ownProof = { password: secret.optional(), mailedCode: secret.optional() };
