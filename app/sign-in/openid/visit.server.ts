import type { RouterContextProvider } from "react-router";
import * as z from "zod/mini";
import { requestSessionContext } from "../../session/request-session.server.ts";
import type { Session } from "../../session/store.ts";
import type { OpenIdChecks, OpenIdIdentity } from "./openid.ts";

/**
 * What is kept of a visit to the provider, for the browser that began it alone: its cookie has the id of a visitor's session of its
 * own, whose content is encrypted. Two tabs, or a double click, begin two visits, and the newest one counts.
 */

type Context = Readonly<RouterContextProvider>;

const cookie = "latchkey_openid";

/** In seconds. */
const life = 15 * 60;

/** Before the provider has answered. */
export interface BegunVisit {
  readonly checks: OpenIdChecks;
  /** Where the person goes on once they are signed in; null: to the dashboard. */
  readonly next: string | null;
  /** Whether the person is signed in and came to link their account. */
  readonly isLinking: boolean;
}

/** After it has named someone whose account is not linked yet. */
export interface NamedVisit {
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
    token: null,
    visitorState: { openIdVisit: JSON.stringify(visit) },
  };
  setCookie(await store.open(kept, new Date(Date.now() + life * 1000)), life);
}

/** The visit that waits for the provider's answer, which ends with this: no answer is looked at twice. Null for none. */
export async function takeBegunVisit(context: Context): Promise<BegunVisit | null> {
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
