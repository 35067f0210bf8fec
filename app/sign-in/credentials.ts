import * as z from "zod/mini";
import { checkbox, email, optionalText, requiredText } from "../ui/form-values.ts";
import { longestHandle } from "./suggested-handle.ts";

/** Six digits; spaces and dashes are dropped. What is wrong is a word of the portal's texts. */
export const portalCodeForm = z.object({
  code: z.string().check(
    z.overwrite((text) => text.replaceAll(/[\s-]/g, "")),
    z.regex(/^\d{6}$/, "enterCode"),
  ),
});

const name = "Name must be at least 1 character.";

export const accountForm = z.object({
  name: requiredText(name),
  email: email("Invalid email"),
  phoneNumber: requiredText("Phone number must be at least 1 character.", 40),
});

/** An empty workspace url is made of the name. */
export const workspaceStepForm = z.object({
  workspaceName: requiredText(name),
  workspaceHandle: optionalText(longestHandle),
  timeZone: requiredText("Choose a time zone.", 100),
});

/** Passwords are taken as they are typed, blanks included; the upper bound keeps hashing cheap. */
function passwordText(name = "Password") {
  return z.string().check(
    z.minLength(1, `${name} must be at least 1 character.`),
    z.maxLength(1000, "Use at most 1,000 characters."),
    z.refine((text) => text.isWellFormed() && !text.includes("\0"), "Remove characters that can't be typed."),
  );
}

const typedEmail = requiredText("Email must be at least 1 character.", 254);

/** A box that is ticked where people sign in: this is their device. */
export const keepField = "keepDevice";
const keeping = { [keepField]: checkbox() };

export const passwordSignInForm = z.object({ email: typedEmail, password: passwordText(), ...keeping });

export const emailForm = z.object({ email: email("Enter an email address like name@example.com.") });

/** Six digits; spaces and dashes are dropped. */
export const codeForm = z.object({
  code: z.string().check(
    z.overwrite((text) => text.replaceAll(/[\s-]/g, "")),
    z.regex(/^\d{6}$/, "Enter the 6 digits from the email."),
  ),
  ...keeping,
});

/** The six digits of an authenticator app; spaces and dashes are dropped. */
export const appCode = z.string().check(
  z.overwrite((text) => text.replaceAll(/[\s-]/g, "")),
  z.regex(/^\d{6}$/, "Enter the 6 digits from your authenticator app."),
);

/** The second step by an app, or by a code on paper. */
export const appCodeForm = z.object({ code: appCode, trust: checkbox(), ...keeping });
export const recoveryCodeForm = z.object({
  code: z
    .string()
    .check(z.trim(), z.minLength(12, "Enter one of your recovery codes, like 7KQ2-M9PX-4TVA-0HRC."), z.maxLength(100)),
});

export const newPasswordForm = z.object({ password: passwordText() });

/** The answer to an invitation. Its fields are there where it asks for them, and the service wants them then. */
export const invitationForm = z.object({
  name: z.optional(requiredText("Name must be at least 1 character.")),
  workspaceName: z.optional(optionalText()),
  workspaceHandle: z.optional(optionalText(63)),
  password: z.optional(passwordText()),
});

export const passwordChangeForm = z.object({
  currentPassword: passwordText("Current password"),
  newPassword: passwordText("New password"),
});

/** The upstream's rule for a new password. */
export const newPasswordHint = "At least 12 characters. Tip: use a few unrelated words.";
