import { createHash } from "node:crypto";
import { type ActionFunctionArgs, type RouterContextProvider, redirect } from "react-router";
import { answerFailure, type FormAnswer, type ValidForm, wasRefused } from "../forms/forms.server.ts";
import { AlreadySent, digestOf, idempotentWrite } from "../forms/idempotent-write.server.ts";
import { submissionOf } from "../forms/submission-key.server.ts";
import { ApiError, type ApiErrorKind } from "../json-api/api-error.ts";
import { limitAttempts } from "../session/attempts.server.ts";
import { logContext, upstreamContext } from "../session/context.ts";
import { type ApiUser, connectAs, loadCurrentUser } from "../session/current-user.server.ts";
import type { CurrentUser } from "../session/current-user.ts";
import { fetchCurrentUser, revokeSession, type UpstreamSession } from "../session/identity.server.ts";
import { keepDevice } from "../session/kept-device.server.ts";
import { rememberDevice } from "../session/known-device.server.ts";
import { readNextPath, secondStepPath, withNext } from "../session/next-path.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { anonymousApiOf } from "../session/session.server.ts";
import type { Session } from "../session/store.ts";
import { keepField } from "./credentials.ts";
import { authenticatorFor, FormAnswered, type SignInAttempt, type StrategyName } from "./strategies.server.ts";
import { findWaiting, keepBrowserTrust, waitingSession } from "./waiting-sign-in.server.ts";

type Context = Readonly<RouterContextProvider>;

/** The longest that a session lasts, in milliseconds. */
const longest = 14 * 24 * 60 * 60_000;

/** Whether the visitor is signed in already; false while the upstream cannot say, so that the sign-in page still shows. */
export async function isSignedIn(context: Context): Promise<boolean> {
  try {
    return (await loadCurrentUser(context)) !== null;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/**
 * The action of every page that signs someone in: to the `next` page with a new session, or the form again.
 * @param strategy how they prove who they are
 */
export async function signInAction(
  strategy: StrategyName,
  { request, context, url, params }: Pick<ActionFunctionArgs, "request" | "context" | "url" | "params">,
): Promise<Response | FormAnswer<never>> {
  const location = readNextPath(url.searchParams.get("next"), context.get(requestSessionContext).area);
  const authenticator = authenticatorFor(context, params.token ?? "", (attempt) =>
    makeAttempt(context, attempt, location),
  );
  try {
    await authenticator.authenticate(strategy, request);
  } catch (error) {
    if (error instanceof FormAnswered) return error.answer;
    throw error;
  }
  const isWaiting = (await findWaiting(context)) !== null;
  return redirect(isWaiting ? withNext(secondStepPath, url.searchParams.get("next")) : location, 303);
}

/** @returns the id of the browser's new session @throws FormAnswered when there is none */
async function makeAttempt(context: Context, attempt: SignInAttempt, location: string): Promise<string> {
  const { form, counted, token } = attempt;
  const limited = counted === null ? null : await limitAttempts(context, form, counted, counted.tooMany);
  if (limited !== null && "refused" in limited) throw new FormAnswered(limited.refused);
  const open = async () => openSession(context, await attempt.begin(anonymousApiOf(context)), attempt.endsOthers);
  try {
    const id = token === null ? await open() : await openOnce(context, form, token, open, location);
    await limited?.uncount();
    return id;
  } catch (error) {
    throw new FormAnswered(attempt.answerWrong(error) ?? answerUnavailable(context, form, error));
  }
}

/**
 * Opens the session of a mailed link, which works once. A double click on a page without scripts drops the first answer;
 * the second send of the same form is given the session that the first one opened.
 * @param token of the link: who does not have it shares no key with those who do
 * @throws what `open` throws; AlreadySent when the form comes again much later
 */
async function openOnce(
  context: Context,
  form: ValidForm<unknown>,
  token: string,
  open: () => Promise<string>,
  location: string,
): Promise<string> {
  const requestSession = context.get(requestSessionContext);
  const { sessionId } = await idempotentWrite(requestSession.store.submissions, {
    claim: {
      owner: `link ${createHash("sha256").update(token).digest("base64url")}`,
      key: (await submissionOf(context, form.start.key, form.content)).key,
      digest: digestOf([requestSession.url.pathname, form.content]),
    },
    wasRefused,
    // The link's own token works once: a second try after a lost answer does no harm.
    write: async () => ({ to: { location }, sessionId: await open() }),
  });
  const session = sessionId === null ? null : await requestSession.store.sessions.find(sessionId);
  if (sessionId === null || session === null) throw new AlreadySent({ location });
  if (requestSession.id !== sessionId) requestSession.resume(sessionId, session.endsAt);
  return sessionId;
}

const busyNotice = { kind: "failed", text: "Too many attempts. Try again in a few minutes.", link: null } as const;

/** The form again after a failure that is not about its content: sending it again does no harm, whatever became of the first. */
export function answerUnavailable(context: Context, form: ValidForm<unknown>, error: unknown): FormAnswer<never> {
  const temporary: readonly ApiErrorKind[] = ["unavailable", "busy", "unexpected", "unknown-outcome"];
  const isTemporary = error instanceof ApiError && temporary.includes(error.kind);
  if (!isTemporary) return answerFailure(context, form, error);
  // The limit of the service itself; ours is counted before it is called.
  if (error.cause.status === 429) return form.reply<never>({ status: 429, notice: busyNotice });
  const text = "The service isn't responding right now. Try again in a minute.";
  return form.reply<never>({ status: 503, notice: { kind: "failed", text, link: null } });
}

/**
 * @param endsOthers whether the service has ended the person's other sessions
 * @returns the new session's id: the person's, or of a visitor who has a second step before them
 */
export async function openSession(context: Context, begun: UpstreamSession, endsOthers: boolean): Promise<string> {
  const requestSession = context.get(requestSessionContext);
  const earlier = await requestSession.session();
  const { secondStep, token, expiresAt } = begun;
  const id =
    secondStep === null
      ? await openComplete(context, begun, endsOthers)
      : await requestSession.open(waitingSession({ token, endsOthers, ...secondStep }), expiresAt);
  if (earlier !== null) await revoke(context, earlier);
  return id;
}

async function openComplete(context: Context, begun: UpstreamSession, endsOthers: boolean): Promise<string> {
  const { id: upstreamId, token, expiresAt, browserTrust } = begun;
  const requestSession = context.get(requestSessionContext);
  const currentUser = await fetchCurrentUser(
    connectAs(context, context.get(upstreamContext).identity, { token, workspaceId: null }),
  );
  const place = choosePlace(currentUser, begun, requestSession.readCookie(requestSession.area.cookies.workspace));
  const session: Session = {
    kind: currentUser.kind,
    personId: currentUser.person.id,
    ...place,
    token,
    visitorState: {},
  };
  const id = await requestSession.open(session, new Date(Math.min(expiresAt.getTime(), Date.now() + longest)));
  const owner = { kind: currentUser.kind, personId: currentUser.person.id };
  if (endsOthers) await requestSession.store.sessions.endOthers(owner, id);
  const remembered = place.clientId ?? place.workspaceId;
  if (remembered !== null) requestSession.rememberPlace(remembered);
  rememberDevice(requestSession, { kind: currentUser.kind, email: currentUser.person.email }, upstreamId);
  if (currentUser.kind === "agent" && requestSession.form?.get(keepField) === "on")
    await keepDevice(context, currentUser.person.id);
  if (browserTrust !== null) keepBrowserTrust(requestSession, browserTrust);
  return id;
}

/** Where a session begins: where the sign-in leads, else where this browser was last. @param last the id that it remembers */
function choosePlace(
  { kind, workspaces, workspace, households, portal }: CurrentUser,
  begun: UpstreamSession,
  last: string | null,
): Pick<Session, "workspaceId" | "clientId"> {
  if (kind === "agent") {
    const chosen = workspaces.find(({ id }) => id === last) ?? workspace;
    return { workspaceId: begun.workspaceId ?? chosen?.id ?? null, clientId: null };
  }
  const accepted = households.filter(({ isAccepted }) => isAccepted);
  const chosen = accepted.find(({ clientId }) => clientId === (begun.clientId ?? last));
  if (chosen !== undefined) return { workspaceId: chosen.workspaceId, clientId: chosen.clientId };
  return { workspaceId: workspace?.id ?? null, clientId: portal?.clientId ?? null };
}

/** Ends a session in the upstream. A failure is only logged: our session, which holds the token, is gone in any case. */
export async function revoke(context: Context, session: ApiUser): Promise<void> {
  if (session.token === null) return;
  try {
    await revokeSession(connectAs(context, context.get(upstreamContext).identity, session));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.kind !== "unauthenticated") context.get(logContext).warn({ err: error }, "a session was not revoked");
  }
}

/** Ends the session of this side of the product, here and upstream, and removes its cookies. */
export async function endSession(context: Readonly<RouterContextProvider>): Promise<void> {
  const requestSession = context.get(requestSessionContext);
  const kept = await requestSession.session();
  await requestSession.end();
  if (kept !== null) await revoke(context, kept);
  const { session, parkedForm, workspace } = requestSession.area.cookies;
  for (const cookie of [session, parkedForm, workspace]) requestSession.clearCookie(cookie);
}
