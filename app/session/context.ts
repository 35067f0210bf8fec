import { createContext } from "react-router";
import type { ApiConnection } from "../json-api/connection.ts";
import type { Service } from "../json-api/service.ts";
import type { SessionStore } from "./store.ts";

/**
 * What the server gives the app with each request. Context keys are the only way from `server/` into `app/`; those of pictures,
 * uploads and pages are in their own rooms.
 */

/** A connection to one JSON:API service. */
export interface UpstreamConnection {
  /** Made once per process by `createApiConnection`, since its connections, limits and breaker are shared. */
  readonly api: ApiConnection;
  /** The same for calls that the service answers once something has happened. */
  readonly waiting: ApiConnection;
  /** API_TOKEN, for a service that does not know our sessions; null: the session's own token is sent. */
  readonly fixedToken: string | null;
  /** What the service is like. */
  readonly service: Service;
}

export interface Upstream {
  /** People, sessions, registrations, workspaces: the embedded service when API_IDENTITY is "embedded". */
  readonly identity: UpstreamConnection;
  /** Everything else. The same object as `identity` unless two services are configured. */
  readonly records: UpstreamConnection;
}

/** An email as the demo's /outbox shows it. */
interface OutboxMail {
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
  /** Who may create an account and a workspace: everybody, those with an invitation, or nobody new. */
  readonly registration: "open" | "invited" | "closed";
  readonly supportEmail: string;
  /** False on a loopback http origin only, where Safari would drop a Secure cookie. */
  readonly secureCookies: boolean;
  /** Emails, newest first, behind so many newer ones; null when emails are really sent or when this is not the demo. */
  readonly outbox: ((most: number, to?: string, skip?: number) => Promise<readonly OutboxMail[]>) | null;
}

/** The part of a pino logger that the app uses: fields first, then a constant message. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What is tried. Each kind has counts of its own, so that too much of one leaves the other ways open. */
export type AttemptKind =
  | "password"
  | "code"
  | "password_change"
  | "second_step"
  | "recovery_code"
  | "email_change"
  | "sign_in_mail"
  | "password_reset_mail"
  | "registration_mail"
  | "portal_mail"
  | "public_request"
  | "openid";

/** One more attempt to sign in, or to be emailed. */
export interface Attempt {
  readonly kind: AttemptKind;
  /** What it is about: an email address as it was typed, or a name for one code or link. */
  readonly account: string;
  /** The id of this browser, where that account was signed in before; null where it was not. */
  readonly device: string | null;
  /** What a request from a public page goes to, by the workspace's url: each network has a share of it. */
  readonly workspace?: string;
}

/**
 * The limiter's answer to an attempt. `uncount` takes it back: it was right, or nothing came of it. `earlier` is how much of its
 * network's share of the workspace was used before; absent where there is no share.
 */
export type SignInVerdict =
  | { readonly allowed: true; readonly uncount: () => Promise<void>; readonly earlier?: number }
  | { readonly allowed: false; readonly retryAfterSeconds: number };

/** Called before a password or code is checked or an email is sent; the server adds the browser's address to the account. */
export type SignInLimit = (attempt: Attempt) => Promise<SignInVerdict>;

const silence = (): void => {};
const silentLog: Log = { debug: silence, info: silence, warn: silence, error: silence };

export const upstreamContext = createContext<Upstream>();
export const sessionStoreContext = createContext<SessionStore>();
export const settingsContext = createContext<Settings>();
/** The request's id in the access log, passed upstream as x-request-id. */
export const requestIdContext = createContext<string>();
/** The network that a request came from, shortened, as in "203.0.113.x"; "" where it is not known. */
export const networkContext = createContext<string>("");
/** The pattern of the route that answers, as in "/clients/:id"; "" before one is found. */
export const routePatternContext = createContext<string>("");
export const logContext = createContext<Log>(silentLog);
export const signInLimitContext = createContext<SignInLimit>(async () => ({ allowed: true, uncount: async () => {} }));
