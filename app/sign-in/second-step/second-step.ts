import * as z from "zod/mini";
import { checkbox, choice } from "../../ui/form-values.ts";
import { appCode } from "../credentials.ts";

const optionalSecret = z.optional(z.string().check(z.maxLength(1000, "Use at most 1,000 characters.")));

/** What a signed-in person proves again that they are themselves with: the password, or without one a mailed code. */
export const ownProof = { password: optionalSecret, mailedCode: optionalSecret };
export type OwnProof = { readonly password?: string | undefined; readonly mailedCode?: string | undefined };

export const setUpForm = z.object(ownProof);
export const confirmForm = z.object({ code: appCode });

const anyCode = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, "Enter a code from your authenticator app, or a recovery code."),
    z.maxLength(100, "Enter a code from your authenticator app, or a recovery code."),
  );
export const changeForm = z.object({ ...ownProof, code: anyCode });
export type ProvedChange = z.output<typeof changeForm>;

export const ruleChoices = [
  { value: "optional", label: "Optional" },
  { value: "required", label: "Required" },
] as const;

export const signInRulesForm = z.object({ secondStep: choice(["optional", "required"]), trust: checkbox() });

/** A secret as it is easier to type: in groups of four letters. */
export function groupLetters(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, "$1 ");
}
