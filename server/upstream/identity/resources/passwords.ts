import { z } from "zod";
import { action, type Route } from "../../engine/action.ts";
import { created } from "../../engine/answer.ts";
import { recordType } from "../../engine/record.ts";
import { recordAccess, recordSignIn } from "../access-events.ts";
import { email, secret } from "../inputs.ts";
import { tryWithin } from "../limited-tries.ts";
import type { IdentityParts } from "../parts.ts";
import { changePassword, mailPasswordReset, resetPassword } from "../passwords.ts";
import { answerBegun, sessionType } from "./session-type.ts";

const passwordResetType = recordType("password_reset", z.object({}));
const passwordChangeType = recordType("password_change", z.object({}));

/** POSTs that lead to another password. */
export function passwordRoutes(parts: IdentityParts): Route[] {
  const forget = action({
    method: "POST",
    path: "/password_resets",
    summary: "Mail a link that sets a new password; the answer is the same for every address",
    access: "anyone",
    input: { type: "password_reset", attributes: z.object({ email }) },
    answers: { status: 201, of: passwordResetType },
    async run({ database, attributes, now }) {
      const id = await mailPasswordReset(database, parts, attributes.email, now);
      return created(passwordResetType, { id, attributes: {} });
    },
  });

  const reset = action({
    method: "POST",
    path: "/passwords",
    summary: "Set a new password by the mailed link; ends every session and signs in",
    access: "anyone",
    input: { type: "password", attributes: z.object({ token: secret, password: secret }) },
    answers: { status: 201, of: sessionType },
    transaction: "own",
    async run({ request, database, attributes, now }) {
      const opened = await resetPassword(database, parts, attributes, now);
      await recordAccess(database, "password_changed", { accountId: opened.accountId }, request, now);
      return answerBegun(await recordSignIn(database, request, opened, now));
    },
  });

  const change = action({
    method: "POST",
    path: "/password_changes",
    summary: "Change the current user's password; ends their other sessions",
    access: "account",
    input: { type: "password_change", attributes: z.object({ currentPassword: secret, newPassword: secret }) },
    answers: { status: 201, of: passwordChangeType },
    transaction: "own",
    async run({ request, database, currentUser, attributes, now }) {
      const { accountId, sessionId } = currentUser;
      await tryWithin(parts.limitTries, request, { kind: "password_change", account: accountId }, () =>
        changePassword(database, parts, { accountId, sessionId, ...attributes }, now),
      );
      await recordAccess(database, "password_changed", { accountId }, request, now);
      return created(passwordChangeType, { id: crypto.randomUUID(), attributes: {} });
    },
  });

  return [forget, reset, change];
}
