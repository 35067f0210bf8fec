import { createHash } from "node:crypto";
import { type RouterContextProvider, redirect } from "react-router";
import { AlreadySent, digestOf, idempotentWrite, OutcomeUnknown } from "../forms/idempotent-write.server.ts";
import type { FormAnswer, ValidForm } from "../forms/read-form.server.ts";
import { submissionOf } from "../forms/submission-key.server.ts";
import { answerFailure, wasRefused } from "../forms/submit-form.server.ts";
import { ApiError, type ApiErrorKind } from "../json-api/api-error.ts";
import { logContext, type SignInVerdict, signInLimitContext, upstreamContext } from "./context.ts";
import { connectAs, loadCurrentUser } from "./current-user.server.ts";
import type { CurrentUser } from "./current-user.ts";
import { fetchCurrentUser, revokeSession, type UpstreamSession } from "./identity.server.ts";
import { requestSessionContext, workspaceCookie } from "./request-session.server.ts";
import type { Session } from "./store.ts";

type Context = Readonly<RouterContextProvider>;

/** The longest that a session lasts, however much it is used, in milliseconds. */
const longest = 14 * 24 * 60 * 60_000;

/** Whether the visitor is signed in already. While the upstream cannot say, nobody is: the sign-in page still shows. */
export async function isSignedIn(context: Context): Promise<boolean> {
  try {
    return (await loadCurrentUser(context)) !== null;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/**
 * Counts one more try to prove who one is, or to have a mail sent.
 * @returns the answer after too many for this account or from this address; null while there are tries left
 */
export async function refuseTry(
  context: Context,
  form: ValidForm<unknown>,
  account: string,
): Promise<FormAnswer<never> | null> {
  const verdict: SignInVerdict = await context.get(signInLimitContext)(account.trim().toLowerCase());
  if (verdict.allowed) return null;
  const minutes = Math.max(1, Math.ceil(verdict.retryAfterSeconds / 60));
  const text = `Too many tries. Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`;
  return form.reply<never>({ status: 429, fieldErrors: { "": [text] } });
}

/** Begins the browser's session with one that the upstream has begun, under a new id, and goes to the page. */
export async function enter(context: Context, begun: UpstreamSession, location: string): Promise<Response> {
  await openSession(context, begun);
  return redirect(location, 303);
}

/**
 * The same for what a mailed link does, which works once. A double click on a page without scripts drops the first
 * answer; the second send of the same form is given the session that the first one opened.
 * @param token of the link: who does not have it shares no key with those who do
 * @throws what `begin` throws; ApiError of a used link also when the form comes again much later
 */
export async function enterOnce(
  context: Context,
  form: ValidForm<unknown>,
  token: string,
  begin: () => Promise<UpstreamSession>,
  location: string,
): Promise<Response> {
  const requestSession = context.get(requestSessionContext);
  const { sessionId } = await idempotentWrite(requestSession.store.submissions, {
    claim: {
      owner: `link ${createHash("sha256").update(token).digest("base64url")}`,
      key: submissionOf(context, form.start.key, form.content).key,
      digest: digestOf([requestSession.url.pathname, form.content]),
    },
    // The link's own token works once: a second try after a lost answer does no harm.
    mayRepeat: true,
    wasRefused,
    write: async () => ({ to: { location }, sessionId: await openSession(context, await begin()) }),
  });
  const session = sessionId === null ? null : await requestSession.store.sessions.find(sessionId);
  if (sessionId === null || session === null) throw new AlreadySent({ location });
  if (requestSession.id !== sessionId) requestSession.resume(sessionId, session.endsAt);
  return redirect(location, 303);
}

/** The form again after any other failure: trying once more does no harm here, whatever became of the first try. */
export function answerTrouble(context: Context, form: ValidForm<unknown>, error: unknown): FormAnswer<never> {
  const troubles: readonly ApiErrorKind[] = ["unavailable", "busy", "unexpected", "unknown-outcome"];
  const isTrouble = error instanceof ApiError && troubles.includes(error.kind);
  if (!isTrouble && !(error instanceof OutcomeUnknown)) return answerFailure(context, form, error);
  const text = "The service does not answer right now. Try again in a minute.";
  return form.reply<never>({ status: 503, notice: { kind: "failed", text, link: null } });
}

/** Whether a mailed link's token was used up, or is too old. */
export function isUsedUp(error: unknown): boolean {
  if (error instanceof AlreadySent) return true;
  if (!(error instanceof ApiError)) return false;
  if (error.kind === "invalid") return "token" in error.fieldErrors || "linkToken" in error.fieldErrors;
  return ["unauthenticated", "missing", "forbidden", "conflict"].includes(error.kind);
}

/** @returns the new session's id */
async function openSession(context: Context, { token, expiresAt }: UpstreamSession): Promise<string> {
  const requestSession = context.get(requestSessionContext);
  const earlier = await requestSession.session();
  const currentUser = await fetchCurrentUser(
    connectAs(context, context.get(upstreamContext).identity, { token, workspaceId: null }),
  );
  const workspaceId = chooseWorkspace(currentUser, requestSession.readCookie(workspaceCookie));
  const session: Session = { kind: currentUser.kind, personId: currentUser.person.id, workspaceId, token, notes: {} };
  const id = await requestSession.open(session, new Date(Math.min(expiresAt.getTime(), Date.now() + longest)));
  if (workspaceId !== null) requestSession.rememberWorkspace(workspaceId);
  if (earlier !== null) await revoke(context, earlier);
  return id;
}

/** The workspace that was left last in this browser, if the person belongs to it; else the one that the upstream chose. */
function chooseWorkspace({ workspaces, workspace }: CurrentUser, last: string | null): string | null {
  return workspaces.find(({ id }) => id === last)?.id ?? workspace?.id ?? null;
}

/** Ends a session in the upstream. A failure is logged: here the session is gone in any case, and with it the token. */
export async function revoke(context: Context, session: Pick<Session, "token" | "workspaceId">): Promise<void> {
  if (session.token === null) return;
  try {
    await revokeSession(connectAs(context, context.get(upstreamContext).identity, session));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.kind !== "unauthenticated") context.get(logContext).warn({ err: error }, "a session was not revoked");
  }
}
