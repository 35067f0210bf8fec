import { renderEmail } from "../../../mail/email-template.ts";
import type { Mail } from "../../../mail/mail.ts";

/** What happened to the second step of an account. */
export type SecondStepChange =
  | { readonly is: "on" | "off" | "new_codes" }
  | { readonly is: "reset"; readonly by: string }
  | { readonly is: "code_used"; readonly left: number };

export interface SecondStepMail {
  readonly to: string;
  readonly name: string;
  readonly publicOrigin: string;
  readonly change: SecondStepChange;
}

/** Tells the account's owner what changed, in case someone else did it. */
export function secondStepMail({ to, name, publicOrigin, change }: SecondStepMail): Mail {
  const { subject, opening } = wordsOf(change);
  const letter = renderEmail({
    subject,
    name,
    opening: [...opening, "If this was you, there's nothing to do."],
    link: { label: "This wasn't me: choose a new password", url: `${publicOrigin}/password/forgotten` },
    closing: [],
  });
  return { ...letter, to };
}

function wordsOf(change: SecondStepChange): { readonly subject: string; readonly opening: readonly string[] } {
  switch (change.is) {
    case "on":
      return {
        subject: "Two-step sign-in is on",
        opening: ["From now on, signing in to Latchkey takes a code from your authenticator app, too."],
      };
    case "off":
      return {
        subject: "Two-step sign-in is off",
        opening: ["Signing in to Latchkey no longer takes a code from your authenticator app."],
      };
    case "new_codes":
      return {
        subject: "You have new recovery codes",
        opening: ["New recovery codes were made for your Latchkey account. The earlier ones no longer work."],
      };
    case "reset":
      return {
        subject: "Your two-step sign-in was reset",
        opening: [
          `${change.by} reset the two-step sign-in of your Latchkey account, and you were signed out everywhere.`,
          "Signing in no longer takes a code. You can set two-step sign-in up again under Settings.",
        ],
      };
    case "code_used":
      return {
        subject: "A recovery code was used",
        opening: [
          `A recovery code was just used for your Latchkey account. You have ${change.left} left.`,
          "Make new ones under Settings before you run out.",
        ],
      };
  }
}
