/** What all requests share of a connection to a service, and what each adds. */
import type { Holding } from "./holding.ts";
import type { Limits } from "./limits.ts";
import type { Resilience } from "./resilience.ts";
import type { Service } from "./service.ts";
import type { DownloadTransport, Transport } from "./transport.ts";

/** The part of a pino logger that is used. */
export interface ApiLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface ApiCaller {
  readonly token?: string | null | undefined;
  readonly workspaceId?: string | null | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The id in our access log, sent so that the service can log it too. */
  readonly requestId: string;
  /** Milliseconds that all calls together may take, counted from now. */
  readonly deadline?: number | undefined;
  /** Cancels reads when the browser closes the request. Writes go through. */
  readonly signal?: AbortSignal | undefined;
  /** Awaited when the service refuses the token, before the call fails. */
  readonly onUnauthenticated?: (() => Promise<void>) | undefined;
  /**
   * Whether a form is sent again of which nobody knows whether it was written, to a service that does not honor keys: what could then
   * be there twice is not sent, a new record without an id of ours and any action.
   */
  readonly isRepeat?: boolean | undefined;
  /** Told of the attributes that the service holds otherwise than they were sent. */
  readonly onUnkept?: ((attributes: readonly string[]) => void) | undefined;
  /** Whether the token is Latchkey's own (API_TOKEN), and not of the person who asks. */
  readonly isOwnToken?: boolean | undefined;
  /** Called when an earlier response may hold no more: before and after each write, and when the service refuses with 401 or 403. */
  readonly onOutdated?: ((reason: "write" | "refusal") => void) | undefined;
}

export interface EndedCall {
  /** The first segment of its path, as in "clients". */
  readonly resource: string;
  /** "ok", "canceled", the kind of the ApiError, or "fault" for any other error. */
  readonly outcome: string;
  readonly seconds: number;
}

export interface SharedConnection {
  readonly send: Transport;
  readonly download: DownloadTransport;
  readonly resilience: Resilience;
  /** Of downloads, which have limits and a circuit of their own: slow pictures do not hold up other calls. */
  readonly downloadResilience: Resilience;
  readonly limits: Limits;
  readonly service: Service;
  /** Null for a service in the same process. */
  readonly holding: Holding | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly workspaceHeader: string;
  readonly secrets: readonly string[];
  readonly log: ApiLog;
  readonly onCall: ((call: EndedCall) => void) | undefined;
}
