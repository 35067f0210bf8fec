import * as z from "zod/mini";
import { email, requiredText } from "../ui/form-values.ts";

/** What people type to prove who they are. Schemas check shape only; whether it is right, the upstream says. */

/** Passwords are taken as they are typed, blanks included; the upper bound keeps hashing cheap. */
function passwordText() {
  return z.string().check(
    z.minLength(1, "Password must be at least 1 character."),
    z.maxLength(1000, "Use at most 1,000 characters."),
    z.refine((text) => text.isWellFormed() && !text.includes("\0"), "Remove the characters that cannot be typed."),
  );
}

const typedEmail = requiredText("Email must be at least 1 character.", 254);

export const passwordSignInForm = z.object({ email: typedEmail, password: passwordText() });

/** For a mailed link, be it for signing in or for a new password. */
export const mailForm = z.object({ email: email("Enter an email address like name@example.com.") });

/** Six digits; people type blanks and dashes into them. */
export const codeForm = z.object({
  code: z.string().check(
    z.overwrite((text) => text.replaceAll(/[\s-]/g, "")),
    z.regex(/^\d{6}$/, "Enter the 6 digits from the mail."),
  ),
});

export const newPasswordForm = z.object({ password: passwordText() });

export const passwordChangeForm = z.object({ currentPassword: passwordText(), newPassword: passwordText() });

/** What the upstream asks of a new password. */
export const newPasswordHint = "At least 12 characters. A few words that do not belong together are easy to remember.";
