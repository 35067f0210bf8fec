import * as z from "zod/mini";
import { ownProof } from "../sign-in/second-step/second-step.ts";
import { requiredText } from "../ui/form-values.ts";

/** What the owner of a workspace alone decides, and confirms by a link in an email. */

/** Said where the connected service knows nothing of it. */
export const noOwnership = "The connected service doesn't offer this.";

const workspaceName = requiredText("Type the name of the workspace.");

export const transferForm = z.object({
  accountId: requiredText("Choose a member."),
  workspaceName,
  ...ownProof,
});

export const deletionForm = z.object({ workspaceName });

/** How long a link that makes somebody the owner works, and one that deletes a workspace. */
export const linkWorks = { transfer: "7 days", deletion: "24 hours" } as const;
export type ConfirmationKind = keyof typeof linkWorks;
