import { z } from "zod";
import { action, type Route } from "../../engine/action.ts";
import { created, found, nothing } from "../../engine/answer.ts";
import type { Queries } from "../../engine/queries.ts";
import { recordType } from "../../engine/record.ts";
import { notFound } from "../../engine/refusal.ts";
import { findAccount } from "../accounts.ts";
import { confirmEmailChange, type FoundLink, findChangeLink, stopEmailChange } from "../email-change-links.ts";
import { findWaiting, requestEmailChange, resendEmailChange, withdraw } from "../email-changes.ts";
import { email, secret } from "../inputs.ts";
import { tryWithin } from "../limited-tries.ts";
import type { IdentityParts } from "../parts.ts";

const changeType = recordType(
  "email_change",
  z.object({
    email: z.string().describe("The present address"),
    has_password: z.boolean().describe("Whether asking for a change wants the password"),
    new_email: z.string().nullable().describe("Null: no change waits"),
    is_old_confirmed: z.boolean(),
    is_new_confirmed: z.boolean(),
    expires_at: z.iso.datetime().nullable(),
  }),
);

const linkType = recordType(
  "email_change_link",
  z.object({
    purpose: z.enum(["confirm_old", "confirm_new", "stop"]),
    state: z.enum(["open", "confirmed", "changed", "stopped", "expired"]),
    new_email: z.string(),
    old_email: z.string().nullable().describe("Null in links to the new address, whose owner may be somebody else"),
  }),
);

const stopType = recordType("email_change_stop", z.object({ is_restored: z.boolean() }));

const path = "/accounts/me/email_change";

async function readChange(database: Queries, accountId: string, now: Date) {
  const account = await findAccount(database, accountId);
  if (!account) throw notFound();
  const waiting = await findWaiting(database, accountId, now);
  return {
    id: accountId,
    path,
    attributes: {
      email: account.email,
      has_password: account.passwordHash !== null,
      new_email: waiting?.newEmail ?? null,
      is_old_confirmed: waiting !== null && waiting.oldConfirmedAt !== null,
      is_new_confirmed: waiting !== null && waiting.newConfirmedAt !== null,
      expires_at: waiting?.expiresAt.toISOString() ?? null,
    },
  };
}

function writeLink({ purpose, state, change: { id, newEmail, oldEmail } }: FoundLink) {
  const attributes = { purpose, state, new_email: newEmail, old_email: purpose === "confirm_new" ? null : oldEmail };
  return { id, attributes };
}

/** The calls about another address of the current user's account, and those of the links in the emails about it. */
export function emailChangeRoutes(parts: IdentityParts): Route[] {
  const show = action({
    method: "GET",
    path,
    summary: "The current user's address, and the one that waits to be confirmed",
    access: "account",
    answers: { status: 200, of: changeType },
    run: async ({ database, currentUser, now }) =>
      found(changeType, await readChange(database, currentUser.accountId, now)),
  });

  const ask = action({
    method: "POST",
    path,
    summary:
      "Ask both addresses to confirm that the account changes to a new one; the answer is the same for every address",
    access: "account",
    input: { type: "email_change", attributes: z.object({ email, password: secret.optional() }) },
    answers: { status: 201, of: changeType },
    transaction: "own",
    async run({ request, database, currentUser: { accountId }, attributes, now }) {
      const wanted = { accountId, email: attributes.email, password: attributes.password ?? null };
      await tryWithin(parts.limitTries, request, { kind: "password_change", account: accountId }, () =>
        requestEmailChange(database, parts, wanted, now),
      );
      return created(changeType, await readChange(database, accountId, now));
    },
  });

  const resend = action({
    method: "POST",
    path: `${path}/sending`,
    summary: "Send the emails again, to the addresses that have not confirmed the change",
    access: "account",
    answers: { status: 201, of: changeType },
    async run({ database, currentUser: { accountId }, now }) {
      await resendEmailChange(database, parts, accountId, now);
      return created(changeType, await readChange(database, accountId, now));
    },
  });

  const takeBack = action({
    method: "DELETE",
    path,
    summary: "Withdraw the change that waits",
    access: "account",
    answers: { status: 204, of: null },
    async run({ database, currentUser: { accountId }, now }) {
      await withdraw(database, accountId, now);
      return nothing;
    },
  });

  const input = { type: "email_change_link", attributes: z.object({ token: secret }) };

  const check = action({
    method: "POST",
    path: "/email_change_link_checks",
    summary: "What a link in an email about another address leads to; looking changes nothing",
    access: "anyone",
    input,
    answers: { status: 201, of: linkType },
    transaction: "own",
    run: async ({ database, attributes: { token }, now }) =>
      created(linkType, writeLink(await findChangeLink(database, token, now))),
  });

  const confirm = action({
    method: "POST",
    path: "/email_change_confirmations",
    summary: "Confirm a change at one of its addresses; with the second one the account has the new address",
    access: "anyone",
    input,
    answers: { status: 201, of: linkType },
    transaction: "own",
    run: async ({ request, database, attributes: { token }, now }) =>
      created(linkType, writeLink(await confirmEmailChange(database, parts, { token, request }, now))),
  });

  const stop = action({
    method: "POST",
    path: "/email_change_stops",
    summary: "Stop a change, or undo it within 7 days, by the link to the old address; ends every session",
    access: "anyone",
    input,
    answers: { status: 201, of: stopType },
    transaction: "own",
    async run({ request, database, attributes: { token }, now }) {
      const { accountId, isRestored } = await stopEmailChange(database, { token, request }, now);
      return created(stopType, { id: accountId, attributes: { is_restored: isRestored } });
    },
  });

  return [show, ask, resend, takeBack, check, confirm, stop];
}
