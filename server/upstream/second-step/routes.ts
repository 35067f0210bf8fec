import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { created, found, nothing } from "../engine/answer.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { unauthenticated } from "../engine/refusal.ts";
import { recordFailedSignIn, recordSignIn } from "../identity/access-events.ts";
import { findAccount, lockAccount } from "../identity/accounts.ts";
import { ownProof, secret } from "../identity/inputs.ts";
import { tryWithin } from "../identity/limited-tries.ts";
import { type OwnProof, proveOwn } from "../identity/own-proof.ts";
import type { IdentityParts } from "../identity/parts.ts";
import { answerBegun, sessionType } from "../identity/resources/session-type.ts";
import { openSession } from "../identity/sessions.ts";
import { allowsTrust, trustBrowser } from "../identity/trusted-browsers.ts";
import { findWaiting, redeemWaiting } from "../identity/waiting-sign-ins.ts";
import { setupUri } from "./app-codes.ts";
import { checkCode, tryOf } from "./codes.ts";
import { memberResetRoutes } from "./member-reset.ts";
import { countRecoveryCodes } from "./recovery-codes.ts";
import {
  activate,
  beginSetup,
  deactivate,
  endSetup,
  findSecondStep,
  findSetup,
  type OwnSession,
  renewCodes,
  tell,
} from "./second-step.ts";
import { signInRuleRoutes } from "./sign-in-rules.ts";

const twoStepType = recordType(
  "two_step",
  z.object({
    /** Null: it is off. */
    enabled_at: z.iso.datetime().nullable(),
    recovery_codes_left: z.int(),
    has_password: z.boolean(),
    /** Of this session: a secret that waits for its first code. */
    setup: z.object({ secret: z.string(), uri: z.string() }).nullable(),
    /** Of this session: recovery codes that the person has not put away yet. */
    recovery_codes: z.array(z.string()).nullable(),
  }),
);

/** Who has the first step and fails at the second is worth knowing. */
async function noteFailure(database: Queries, accountId: string, request: Request, now: Date): Promise<void> {
  const account = await findAccount(database, accountId);
  if (account !== null) await recordFailedSignIn(database, account.email, request, now);
}

/** The second step of signing in: that of the current user, and entering it. */
export function secondStepRoutes(parts: IdentityParts): Route[] {
  const { vault, hasher, limitTries } = parts;

  async function write(database: Queries, own: OwnSession, now: Date) {
    const [account, step, setup, left] = [
      await findAccount(database, own.accountId),
      await findSecondStep(database, own.accountId),
      await findSetup(database, vault, own, now),
      await countRecoveryCodes(database, own.accountId),
    ];
    if (account === null) throw unauthenticated();
    const { secret: waiting = null, codes = null } = setup ?? {};
    return {
      id: own.accountId,
      path: "/two_step",
      attributes: {
        enabled_at: step?.enabledAt.toISOString() ?? null,
        recovery_codes_left: left,
        has_password: account.passwordHash !== null,
        setup: waiting === null ? null : { secret: waiting, uri: setupUri(waiting, account.email) },
        recovery_codes: codes === null ? null : [...codes],
      },
    };
  }

  const show = action({
    method: "GET",
    path: "/two_step",
    summary: "The current user's two-step sign-in, and what their session has begun of it",
    access: "account",
    answers: { status: 200, of: twoStepType },
    run: async ({ database, currentUser, now }) => found(twoStepType, await write(database, currentUser, now)),
  });

  /** The password or mailed code, as often as it may be tried. */
  const prove = (request: Request, database: Queries, { accountId }: OwnSession, given: OwnProof, now: Date) =>
    tryWithin(limitTries, request, { kind: "password_change", account: accountId }, () =>
      proveOwn(database, hasher, accountId, given, now),
    );

  const setUp = action({
    method: "POST",
    path: "/two_step_setups",
    summary: "Begin to set two-step sign-in up; without a password by a mailed code",
    access: "account",
    input: { type: "two_step_setup", attributes: z.object(ownProof) },
    answers: { status: 201, of: twoStepType },
    transaction: "own",
    async run({ request, database, currentUser, attributes, now }) {
      await prove(request, database, currentUser, attributes, now);
      await beginSetup(database, vault, currentUser, now);
      return created(twoStepType, await write(database, currentUser, now));
    },
  });

  const dismiss = action({
    method: "DELETE",
    path: "/two_step_setups/current",
    summary: "Give the setup up, or put the recovery codes away",
    access: "account",
    answers: { status: 204, of: null },
    transaction: "own",
    async run({ database, currentUser }) {
      await endSetup(database, currentUser);
      return nothing;
    },
  });

  const turnOn = action({
    method: "POST",
    path: "/two_step_activations",
    summary: "Turn two-step sign-in on by the first code of the app; ends the other sessions",
    access: "account",
    input: { type: "two_step_activation", attributes: z.object({ code: secret }) },
    answers: { status: 201, of: twoStepType },
    transaction: "own",
    async run({ request, database, currentUser, attributes: { code: typed }, now }) {
      const { accountId, sessionId } = currentUser;
      await tryWithin(limitTries, request, { kind: "second_step", account: accountId }, () =>
        activate(database, parts, { accountId, sessionId, typed }, now),
      );
      return created(twoStepType, await write(database, currentUser, now));
    },
  });

  /** A change that takes a code besides the proof. */
  const changeBy = (path: string, summary: string, change: typeof deactivate) =>
    action({
      method: "POST",
      path,
      summary,
      access: "account",
      input: { type: "two_step_change", attributes: z.object({ ...ownProof, code: secret }) },
      answers: { status: 201, of: twoStepType },
      transaction: "own",
      async run({ request, database, currentUser, attributes: { code: typed, ...given }, now }) {
        const { accountId, sessionId } = currentUser;
        await prove(request, database, currentUser, given, now);
        const code = await tryWithin(limitTries, request, { kind: tryOf(typed), account: accountId }, () =>
          checkCode(database, vault, accountId, typed, now),
        );
        await change(database, parts, { accountId, sessionId, code }, now);
        return created(twoStepType, await write(database, currentUser, now));
      },
    });

  const enter = action({
    method: "POST",
    path: "/second_steps",
    summary: "Complete a sign-in by a code of the app or a recovery code; the token is that of the first step",
    access: "anyone",
    input: {
      type: "second_step",
      attributes: z.object({ token: secret, code: secret, trustBrowser: z.boolean().optional() }),
    },
    answers: { status: 201, of: sessionType },
    transaction: "own",
    async run({ request, database, attributes: { token, code: typed, trustBrowser: wantsTrust = false }, now }) {
      const waiting = await findWaiting(database, token, now);
      if (waiting === null) throw unauthenticated("sign_in_ended", "This sign-in took too long. Sign in again.");
      const { accountId } = waiting;
      const code = await tryWithin(limitTries, request, { kind: tryOf(typed), account: accountId }, () =>
        checkCode(database, vault, accountId, typed, now),
      ).catch(async (error: unknown) => {
        await noteFailure(database, accountId, request, now);
        throw error;
      });
      return database.transaction(async (transaction) => {
        const account = await lockAccount(transaction, accountId, "share");
        if (account === null || !(await redeemWaiting(transaction, waiting.id))) throw unauthenticated();
        await code.redeem(transaction, now);
        if (code.kind === "recovery") {
          const left = await countRecoveryCodes(transaction, accountId);
          await tell(transaction, parts, account, { is: "code_used", left });
        }
        const session = await openSession(transaction, { kind: "account", accountId }, now);
        const mayTrust = wantsTrust && (await allowsTrust(transaction, accountId));
        const browserTrust = mayTrust ? await trustBrowser(transaction, accountId, now) : null;
        await recordSignIn(transaction, request, session, now);
        return answerBegun({ ...session, accountId, secondStep: null }, browserTrust);
      });
    },
  });

  return [
    show,
    setUp,
    dismiss,
    turnOn,
    changeBy("/two_step_removals", "Turn two-step sign-in off", deactivate),
    changeBy("/recovery_codes", "Make new recovery codes; the earlier ones end", renewCodes),
    enter,
    ...memberResetRoutes(parts),
    ...signInRuleRoutes(),
  ];
}
