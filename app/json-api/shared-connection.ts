/** What all requests share of a connection to a service, and what each brings. */
import type { Limits } from "./limits.ts";
import type { Resilience } from "./resilience.ts";
import type { Opening, Transport } from "./transport.ts";

/** The part of a pino logger that is used. */
export interface ApiLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** The request that calls are made for. */
export interface ApiCaller {
  readonly token?: string | null | undefined;
  readonly workspaceId?: string | null | undefined;
  /** The id in our access log, which goes along so that the service can log it too. */
  readonly requestId: string;
  /** Milliseconds that all calls together may take, counted from now. */
  readonly deadline?: number | undefined;
  /** Ends reads when nobody waits for the page any more. Writes go through. */
  readonly signal?: AbortSignal | undefined;
  /** Awaited when the service does not take the token (any more), before the call fails. */
  readonly onUnauthenticated?: (() => Promise<void>) | undefined;
}

/** What a request's calls need of the connection. */
export interface SharedConnection {
  readonly send: Transport;
  readonly open: Opening;
  readonly resilience: Resilience;
  readonly limits: Limits;
  readonly headers: Readonly<Record<string, string>>;
  readonly workspaceHeader: string;
  readonly attributeCase: "camel" | "snake";
  readonly idempotency: boolean;
  /** Credentials that are the same for everybody. */
  readonly secrets: readonly string[];
  readonly log: ApiLog;
}
