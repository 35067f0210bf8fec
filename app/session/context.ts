import { createContext } from "react-router";
import type { ApiConnection } from "../json-api/connection.ts";
import type { SessionStore } from "./store.ts";

/**
 * What the server hands to the app with each request about who asks, and of whom it asks in turn. Such keys are the only way from
 * `server/` into `app/`; those of pictures, uploads and pages stand in their rooms.
 */

/** One JSON:API service and what the app has to know of it. */
export interface UpstreamConnection {
  /** Made once per process by `createApiConnection`, since its connections, limits and breaker are shared. */
  readonly api: ApiConnection;
  /** API_TOKEN, for a service that does not know our sessions; null: the session's own token is sent. */
  readonly fixedToken: string | null;
  /** Whether the service is known to honour Idempotency-Key (the embedded one is): a write may be sent twice. */
  readonly idempotency: boolean;
}

export interface Upstream {
  /** People, sessions, registrations, workspaces: the embedded service when API_IDENTITY is "embedded". */
  readonly identity: UpstreamConnection;
  /** Everything else. The same object as `identity` unless the two are served by different houses. */
  readonly records: UpstreamConnection;
}

/** A kept mail as the demo's /outbox shows it. */
export interface OutboxMail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly sentAt: Date;
}

export interface Settings {
  /** Scheme, host and port that the browser uses, without a trailing slash. */
  readonly publicOrigin: string;
  readonly demo: boolean;
  readonly supportEmail: string;
  /** False on a loopback http origin only, where Safari would drop a Secure cookie. */
  readonly secureCookies: boolean;
  /** The newest kept mails, newest first; null when mails leave the house or when this is not the demo. */
  readonly outbox: (() => Promise<readonly OutboxMail[]>) | null;
}

/** The part of a pino logger that the app uses: fields first, then a fixed sentence. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What the limiter says to one more try at signing in, by account as well as by the address it comes from. */
export type SignInVerdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly retryAfterSeconds: number };

/** Asked before a password, a code or a mail is tried; the server knows the browser's address, the app the account. */
export type SignInLimit = (account: string) => Promise<SignInVerdict>;

const silence = (): void => {};
const silentLog: Log = { debug: silence, info: silence, warn: silence, error: silence };

export const upstreamContext = createContext<Upstream>();
export const sessionStoreContext = createContext<SessionStore>();
export const settingsContext = createContext<Settings>();
/** The id in the access log's line for this request, passed upstream as x-request-id. */
export const requestIdContext = createContext<string>();
export const logContext = createContext<Log>(silentLog);
export const signInLimitContext = createContext<SignInLimit>(async () => ({ allowed: true }));
