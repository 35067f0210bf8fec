import { href, type RouterContextProvider } from "react-router";
import { Authenticator } from "remix-auth";
import { Strategy } from "remix-auth/strategy";
import * as z from "zod/mini";
import type { Api } from "../../json-api/api.ts";
import { ApiError } from "../../json-api/api-error.ts";
import { type RecordOf, resource } from "../../json-api/resource.ts";
import { type Settled, settle } from "../../json-api/settle.ts";
import { signInLimitContext } from "../../session/context.ts";
import { beginSession, type UpstreamSession } from "../../session/identity.server.ts";
import { readNextPath, secondStepPath, withNext } from "../../session/next-path.ts";
import { requestSessionContext } from "../../session/request-session.server.ts";
import { anonymousApiOf, identityApiOf, logFaults, notFound } from "../../session/session.server.ts";
import type { Session } from "../../session/store.ts";
import type { OwnProof } from "../second-step/second-step.ts";
import { isSignedIn, openSession } from "../sign-in.server.ts";
import { readBrowserTrust } from "../waiting-sign-in.server.ts";
import { type OpenIdChecks, OpenIdFailure, type OpenIdIdentity, type OpenIdProvider, openIdContext } from "./openid.ts";

interface Named extends Pick<BegunVisit, "next" | "isLinking"> {
  readonly identity: OpenIdIdentity;
}

/** Too many answers that nobody could be signed in by came from one network. */
export class TooManyAnswers extends Error {
  override readonly name = "TooManyAnswers";
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super("Too many answers of the provider came from one network.");
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

class OpenIdStrategy extends Strategy<string, Named> {
  readonly name = "openid";
  readonly #context: Context;

  constructor(context: Context, verify: Strategy.VerifyFunction<string, Named>) {
    super(verify);
    this.#context = context;
  }

  async authenticate(request: Request): Promise<string> {
    const visit = await takeBegunVisit(this.#context);
    if (visit === null) throw new OpenIdFailure("refused", new Error("This browser waits for no answer."));
    const { checks, next, isLinking } = visit;
    const limit = this.#context.get(signInLimitContext);
    const attempt = await limit({ kind: "openid", account: checks.state, device: null });
    if (!attempt.allowed) throw new TooManyAnswers(attempt.retryAfterSeconds);
    const identity = await providerOf(this.#context).finish(new URL(request.url).searchParams, checks);
    await attempt.uncount();
    return this.verify({ identity, next, isLinking });
  }
}

/**
 * Signs in whom the provider names, or keeps who that is, to be linked.
 * @returns where they go on @throws OpenIdFailure; TooManyAnswers; ApiError while the service of people fails
 */
export function finishVisit(context: Context, request: Request): Promise<string> {
  const strategy = new OpenIdStrategy(context, (named) => goOn(context, named));
  return new Authenticator<string>().use(strategy).authenticate(strategy.name, request);
}

async function goOn(context: Context, { identity, next, isLinking }: Named): Promise<string> {
  if (isLinking) {
    await keepVisit(context, { identity });
    return linkedAccountPath;
  }
  const trust = readBrowserTrust(context.get(requestSessionContext));
  const begun = await signInByProof(anonymousApiOf(context), providerOf(context).proofOf(identity), trust);
  if (begun === null) {
    await keepVisit(context, { identity });
    return (await isSignedIn(context)) ? linkedAccountPath : href("/login/openid/link");
  }
  await openSession(context, begun, false);
  return begun.secondStep === null ? readNextPath(next) : withNext(secondStepPath, next);
}

const cookie = "latchkey_openid";

/** In seconds. */
const life = 15 * 60;

interface BegunVisit {
  readonly checks: OpenIdChecks;
  /** Where the person goes on once they are signed in; null: to the dashboard. */
  readonly next: string | null;
  /** Whether the person is signed in and came to link their account. */
  readonly isLinking: boolean;
}

interface NamedVisit {
  readonly identity: OpenIdIdentity;
}

const begunVisit = z.object({
  checks: z.object({ state: z.string(), nonce: z.string(), verifier: z.string() }),
  next: z.nullable(z.string()),
  isLinking: z.boolean(),
});

const namedVisit = z.object({
  identity: z.object({
    issuer: z.string(),
    subject: z.string(),
    email: z.nullable(z.string()),
    isVouched: z.boolean(),
  }),
});

/** Keeps a visit for 15 minutes. */
export async function keepVisit(context: Context, visit: BegunVisit | NamedVisit): Promise<void> {
  const { store, setCookie } = storeOf(context);
  const kept: Session = {
    kind: "visitor",
    personId: null,
    workspaceId: null,
    clientId: null,
    token: null,
    visitorState: { openIdVisit: JSON.stringify(visit) },
  };
  setCookie(await store.open(kept, new Date(Date.now() + life * 1000)), life);
}

/** The visit that waits for the provider's answer, which ends with this: no answer is looked at twice. Null for none. */
async function takeBegunVisit(context: Context): Promise<BegunVisit | null> {
  const { data } = begunVisit.safeParse(await readVisit(context));
  if (data === undefined) return null;
  await endVisit(context);
  return data;
}

/** Whom the provider has named in this browser, to be linked; null for nobody. */
export async function findNamedVisit(context: Context): Promise<NamedVisit | null> {
  return namedVisit.safeParse(await readVisit(context)).data ?? null;
}

/** Forgets the visit. */
export async function endVisit(context: Context): Promise<void> {
  const { id, store, setCookie } = storeOf(context);
  if (id === null) return;
  await store.end(id);
  setCookie("", 0);
}

async function readVisit(context: Context): Promise<unknown> {
  const { id, store } = storeOf(context);
  const kept = id === null ? null : await store.find(id);
  const text = kept?.visitorState.openIdVisit;
  return text === undefined ? null : JSON.parse(text);
}

function storeOf(context: Context) {
  const requestSession = context.get(requestSessionContext);
  return {
    id: requestSession.readCookie(cookie),
    store: requestSession.store.sessions,
    setCookie: (value: string, maxAge: number) => requestSession.setCookie(cookie, value, maxAge),
  };
}

type Context = Readonly<RouterContextProvider>;

const linkedIdentity = resource("openid_identity", {
  /** The provider's host; null: nothing is linked. */
  provider: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** ISO 8601. */
  linkedAt: z.nullable(z.string()),
  /** Whether linking wants the password or a mailed code. */
  needsProof: z.boolean(),
  hasPassword: z.boolean(),
});
export type LinkedIdentity = RecordOf<typeof linkedIdentity>;

const path = "/accounts/me/openid_identity";

/** The provider. @throws 404 where none is set */
export function providerOf(context: Context): OpenIdProvider {
  const provider = context.get(openIdContext);
  if (provider === null) throw notFound();
  return provider;
}

/** Signs in whom the provider has named; null where no account is linked. @param proof the server's word for it */
async function signInByProof(api: Api, proof: string, browserTrust: string | null): Promise<UpstreamSession | null> {
  try {
    const given = { proof, ...(browserTrust !== null && { browserTrust }) };
    return await beginSession(api, "/openid_sessions", given, "Failed to sign in");
  } catch (error) {
    if (error instanceof ApiError && error.cause.code === "unknown_identity") return null;
    throw error;
  }
}

/** What the current user's account is linked with. */
export function fetchIdentity(api: Api): Promise<LinkedIdentity> {
  return api.find(path, linkedIdentity, { failure: "Failed to fetch the linked account" });
}

/** The linked account and the provider's name; null where no provider is set. The promise never rejects. */
export async function loadLinkedAccount(
  context: Context,
): Promise<{ readonly name: string; readonly identity: Settled<LinkedIdentity> } | null> {
  const provider = context.get(openIdContext);
  if (provider === null) return null;
  return { name: provider.name, identity: await settle(identityApiOf(context), fetchIdentity, logFaults(context)) };
}

/** @throws ApiError "conflict" where either side is linked already; "invalid" with the field `password` or `mailedCode` */
export async function linkIdentity(api: Api, proof: string, own: OwnProof): Promise<void> {
  const { password, mailedCode } = own;
  const given = { proof, ...(password && { password }), ...(mailedCode && { mailedCode }) };
  await api.act(path, linkedIdentity, given, { failure: "Failed to link your account" });
}

/** Unlinks the current user's account. A second time changes nothing. */
export async function unlinkIdentity(api: Api): Promise<void> {
  await api.remove(path, { failure: "Failed to unlink your account" });
}

export const linkedAccountPath = href("/settings/account/openid");
