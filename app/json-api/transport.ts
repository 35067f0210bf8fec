export interface WireRequest {
  readonly method: "GET" | "HEAD" | "POST" | "PATCH" | "DELETE";
  /** Path and query below the API's root, as in "/clients?sort=name". */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface WireResponse {
  readonly status: number;
  /** A header's value by its lower-case name; null when it was not sent. */
  readonly header: (name: string) => string | null;
  readonly text: string;
}

/**
 * Sends a request and reads the whole response, whatever its status. Redirects are not followed.
 * @param onSent called when the first byte is sent, or at the latest before the promise settles: from then on a write may
 * have been applied
 * @param signal ends the request and rejects the promise at once
 * @throws NoResponse
 */
export type Transport = (request: WireRequest, onSent: () => void, signal: AbortSignal) => Promise<WireResponse>;

/** A response whose body has not been read: read it to the end or cancel it. */
export interface DownloadResponse extends Pick<WireResponse, "status" | "header"> {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
}

/**
 * Sends a GET or HEAD request and waits for the response's headers only. The body may be of any length.
 * @param signal ends the request, and the body with it
 * @throws NoResponse
 */
export type DownloadTransport = (request: WireRequest, signal: AbortSignal) => Promise<DownloadResponse>;

/** Known reasons; all others are error codes of the system or of the HTTP client. */
export const aborted = "aborted";
export const cancelled = "cancelled";
export const deadlinePassed = "deadline";
export const tooLarge = "answer too large";
export const notJson = "not JSON";
export const cutOff = "cut off";
export const askedToWait = "asked to wait";
export const circuitOpen = "circuit open";
export const tooManyCalls = "too many calls";

/** Reasons that a retry would not change. */
const final: ReadonlySet<string> = new Set([
  cancelled,
  tooLarge,
  notJson,
  circuitOpen,
  tooManyCalls,
  "UND_ERR_INVALID_ARG",
]);

/** Reasons that say nothing of a service's health: it answered, if badly, or was not asked. */
const noOutages: ReadonlySet<string> = new Set([
  cancelled,
  tooLarge,
  notJson,
  cutOff,
  askedToWait,
  circuitOpen,
  tooManyCalls,
]);

/** A request without a complete response. The reason is a code such as "ECONNRESET", never a text of the service. */
export class NoResponse extends Error {
  override readonly name = "NoResponse";
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }

  /** Whether the service, or a gateway before it, is down. */
  get isOutage(): boolean {
    return !noOutages.has(this.reason);
  }

  get isFinal(): boolean {
    return final.has(this.reason);
  }

  /** Finds the system's error code among the causes. Error messages are not used, since they may quote headers. */
  static from(error: unknown): NoResponse {
    if (error instanceof NoResponse) return error;
    if (error instanceof Error && error.name === "ResponseExceededMaxSizeError") return new NoResponse(tooLarge);
    for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
      if ("code" in at && typeof at.code === "string") return new NoResponse(at.code);
    }
    return new NoResponse(error instanceof Error ? error.name : "unknown");
  }
}
