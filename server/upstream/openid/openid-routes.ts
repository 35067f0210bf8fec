import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { created, found, nothing } from "../engine/answer.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { forbidden, unauthenticated } from "../engine/refusal.ts";
import { recordAccess } from "../identity/access-events.ts";
import { findAccount } from "../identity/accounts.ts";
import { secret } from "../identity/inputs.ts";
import { tryWithin } from "../identity/limited-tries.ts";
import { proveOwn } from "../identity/own-proof.ts";
import type { IdentityParts } from "../identity/parts.ts";
import { answerBegun, sessionType } from "../identity/resources/session-type.ts";
import type { OwnSession } from "../second-step/second-step.ts";
import { findIdentity, hostOf, linkOpenId, needsProof, signInByOpenId, unlinkOpenId } from "./openid-accounts.ts";
import { type OpenIdIdentity, openProof } from "./proof.ts";

const identityType = recordType(
  "openid_identity",
  z.object({
    provider: z.string().nullable().describe("The host of the issuer; null: nothing is linked"),
    email: z.string().nullable().describe("What the provider called the person when the account was linked"),
    linked_at: z.iso.datetime().nullable(),
    needs_proof: z.boolean().describe("Whether linking wants the password or a mailed code: the session is not new"),
    has_password: z.boolean(),
  }),
);

const path = "/accounts/me/openid_identity";

/** Sealed with SESSION_SECRETS by whoever checked the provider's answer. */
const proof = z.string().min(1).max(4096);

async function readIdentity(database: Queries, own: OwnSession, now: Date) {
  const { accountId } = own;
  const account = await findAccount(database, accountId);
  if (account === null) throw unauthenticated();
  const identity = await findIdentity(database, accountId);
  return {
    id: accountId,
    path,
    attributes: {
      provider: identity && hostOf(identity.issuer),
      email: identity?.email ?? null,
      linked_at: identity?.linkedAt.toISOString() ?? null,
      needs_proof: await needsProof(database, own, now),
      has_password: account.passwordHash !== null,
    },
  };
}

/** Signing in by an OpenID provider, and linking the current user's account with it. */
export function openIdRoutes(parts: IdentityParts): Route[] {
  /** @throws Refusal 403 for what this server has not sealed, or not within the last minute */
  function identityIn(sealed: string, now: Date): OpenIdIdentity {
    const identity = openProof(parts.vault, sealed, now);
    if (identity === null) throw forbidden();
    return identity;
  }

  const signIn = action({
    method: "POST",
    path: "/openid_sessions",
    summary: "Sign in to the account that is linked with whom an OpenID provider has named; for the web server alone",
    access: "anyone",
    input: { type: "openid_session", attributes: z.object({ proof, browserTrust: secret.optional() }) },
    answers: { status: 201, of: sessionType },
    transaction: "own",
    async run({ request, database, attributes: { proof: sealed, browserTrust = null }, now }) {
      const opened = await signInByOpenId(database, identityIn(sealed, now), browserTrust, now);
      // Of a sign-in that waits for its second step nothing is noted: it is no session.
      await recordAccess(database, "signed_in_by_provider", { sessionId: opened.id }, request, now);
      return answerBegun(opened);
    },
  });

  const show = action({
    method: "GET",
    path,
    summary: "What the current user's account is linked with",
    access: "account",
    answers: { status: 200, of: identityType },
    run: async ({ database, currentUser, now }) => found(identityType, await readIdentity(database, currentUser, now)),
  });

  const link = action({
    method: "POST",
    path,
    summary: "Link the current user's account with whom an OpenID provider has named; for the web server alone",
    access: "account",
    input: {
      type: "openid_identity",
      attributes: z.object({ proof, password: secret.optional(), mailedCode: secret.optional() }),
    },
    answers: { status: 201, of: identityType },
    transaction: "own",
    async run({ request, database, currentUser, attributes: { proof: sealed, ...own }, now }) {
      const identity = identityIn(sealed, now);
      const { accountId, sessionId } = currentUser;
      if (await needsProof(database, currentUser, now)) {
        await tryWithin(parts.limitTries, request, { kind: "password_change", account: accountId }, () =>
          proveOwn(database, parts.hasher, accountId, own, now),
        );
      }
      await linkOpenId(database, parts, { accountId, sessionId }, identity, now);
      await recordAccess(database, "openid_linked", { accountId }, request, now);
      return created(identityType, await readIdentity(database, currentUser, now));
    },
  });

  const unlink = action({
    method: "DELETE",
    path,
    summary: "Unlink the current user's account; the other ways to sign in stay",
    access: "account",
    answers: { status: 204, of: null },
    transaction: "own",
    async run({ request, database, currentUser: { accountId }, now }) {
      if (await unlinkOpenId(database, accountId)) {
        await recordAccess(database, "openid_unlinked", { accountId }, request, now);
      }
      return nothing;
    },
  });

  return [signIn, show, link, unlink];
}
