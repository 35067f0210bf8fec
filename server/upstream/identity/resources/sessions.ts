import { z } from "zod";
import { action, type Route } from "../../engine/action.ts";
import { nothing } from "../../engine/answer.ts";
import type { Queries } from "../../engine/queries.ts";
import { invalidBody, Refusal } from "../../engine/refusal.ts";
import { recordAccess, recordFailedSignIn, recordSignIn } from "../access-events.ts";
import { normaliseEmail } from "../email-address.ts";
import { secret } from "../inputs.ts";
import { tryWithin } from "../limited-tries.ts";
import type { IdentityParts } from "../parts.ts";
import { revokeSession, revokeSessionsOf } from "../sessions.ts";
import { signInByCode, signInByLink, signInByPassword } from "../sign-in.ts";
import type { BegunSignIn } from "../waiting-sign-ins.ts";
import { answerBegun, sessionType } from "./session-type.ts";

/** Says that a session is ended on another device than its own. */
const endedElsewhereHeader = "x-ended-elsewhere";

const given = z.object({
  email: secret.optional(),
  password: secret.optional(),
  code: secret.optional(),
  linkToken: secret.optional(),
  browserTrust: secret.optional(),
});

/** POST and DELETE of the current user's own session, and DELETE of their others. */
export function sessionRoutes({ hasher, limitTries }: IdentityParts): Route[] {
  const signIn = action({
    method: "POST",
    path: "/sessions",
    summary: "Sign in by email and password, by the token of a mailed link, or by email and mailed code",
    access: "anyone",
    input: { type: "session", attributes: given },
    answers: { status: 201, of: sessionType },
    transaction: "own",
    async run({ request, database, attributes, now }) {
      const opened = await open(request, database, attributes, now).catch(async (error: unknown) => {
        const isGuess = error instanceof Refusal && error.status === 401 && attributes.email !== undefined;
        if (isGuess) await recordFailedSignIn(database, normaliseEmail(attributes.email ?? "") ?? "", request, now);
        throw error;
      });
      return answerBegun(await recordSignIn(database, request, opened, now));
    },
  });

  function open(
    request: Request,
    database: Queries,
    { email, password, code, linkToken, browserTrust }: z.output<typeof given>,
    now: Date,
  ): Promise<BegunSignIn> {
    if (linkToken !== undefined) return signInByLink(database, { token: linkToken, browserTrust }, now);
    if (email !== undefined && code !== undefined)
      return tryWithin(limitTries, request, { kind: "code", account: email }, () =>
        signInByCode(database, hasher, { email, code, browserTrust }, now),
      );
    if (email === undefined || password === undefined) {
      throw invalidBody("Give email and password, or link_token, or email and code.", "/data/attributes");
    }
    return tryWithin(limitTries, request, { kind: "password", account: email }, () =>
      signInByPassword(database, hasher, { email, password, browserTrust }, now),
    );
  }

  const signOut = action({
    method: "DELETE",
    path: "/sessions/current",
    summary: "Sign out: the token is unknown from then on",
    access: "session",
    answers: { status: 204, of: null },
    // Idempotent by nature, and a key kept for it would outlive the session.
    transaction: "own",
    async run({ request, database, currentUser: { sessionId }, now }) {
      await revokeSession(database, sessionId, now);
      const kind = request.headers.has(endedElsewhereHeader) ? "session_ended" : "signed_out";
      await recordAccess(database, kind, { sessionId }, request, now);
      return nothing;
    },
  });

  const signOutOthers = action({
    method: "DELETE",
    path: "/sessions/others",
    summary: "End every other session of the current user's account",
    access: "account",
    answers: { status: 204, of: null },
    transaction: "own",
    async run({ request, database, currentUser: { accountId, sessionId }, now }) {
      await revokeSessionsOf(database, accountId, now, sessionId);
      await recordAccess(database, "session_ended", { accountId }, request, now);
      return nothing;
    },
  });

  return [signIn, signOut, signOutOthers];
}
