import { z } from "zod";
import { normaliseEmail } from "./email-address.ts";
import { normaliseHandle } from "./handles.ts";

/** An address, normalized. */
export const email = z
  .string()
  .max(1000, "Invalid email")
  .transform((typed, context) => {
    const address = normaliseEmail(typed);
    if (address !== null) return address;
    context.addIssue({ code: "custom", message: "Invalid email" });
    return z.NEVER;
  });

/** A handle, normalized; whether it is free is asked elsewhere. */
export const handle = z
  .string()
  .max(1000, "Workspace url must be at most 63 characters.")
  .transform(normaliseHandle)
  .pipe(z.string().min(1, "Workspace url must be at least 1 character."));

/** A password, code or token; the limit bounds the work of comparing it. */
export const secret = z.string().min(1).max(1024);

/** The password, or for accounts without one a mailed code. */
export const ownProof = { password: secret.optional(), mailedCode: secret.optional() };
