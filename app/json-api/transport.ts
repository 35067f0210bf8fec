/** One HTTP request on its way to the service. */
export interface WireRequest {
  readonly method: "GET" | "HEAD" | "POST" | "PATCH" | "DELETE";
  /** Path and query below the API's root, as in "/clients?sort=name". */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface WireAnswer {
  readonly status: number;
  /** A header's value by its lower-case name; null when it was not sent. */
  readonly header: (name: string) => string | null;
  readonly text: string;
}

/**
 * Sends a request and takes the whole answer, whatever its status; redirects are answers like any other.
 * @param onSent called when the first byte leaves, or, where that cannot be known, before the exchange ends: a write may
 * have taken effect from then on
 * @param signal ends the exchange at once, the promise included
 * @throws NoAnswer
 */
export type Transport = (request: WireRequest, onSent: () => void, signal: AbortSignal) => Promise<WireAnswer>;

/** An answer of which the head is here; whoever has it reads its body to the end or cancels it. */
export interface OpenedAnswer extends Pick<WireAnswer, "status" | "header"> {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
}

/**
 * Sends a request that changes nothing and waits for the head of its answer only: the body may be of any length.
 * @param signal ends the exchange, and the body with it
 * @throws NoAnswer
 */
export type Opening = (request: WireRequest, signal: AbortSignal) => Promise<OpenedAnswer>;

/** Reasons that are told apart; all others are error codes of the system or of the HTTP client. */
export const aborted = "aborted";
export const cancelled = "cancelled";
export const late = "deadline";
export const tooLarge = "answer too large";
export const notJson = "not JSON";

/** Trying again would end the same way. */
const final: ReadonlySet<string> = new Set([cancelled, tooLarge, notJson, "UND_ERR_INVALID_ARG"]);

/** The exchange ended without a whole answer. The reason is a code such as "ECONNRESET", never a text from outside. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }

  get isFinal(): boolean {
    return final.has(this.reason);
  }

  /** The system's error code, which HTTP clients bury as the cause; error texts are not taken, for they may quote headers. */
  static from(error: unknown): NoAnswer {
    if (error instanceof NoAnswer) return error;
    if (error instanceof Error && error.name === "ResponseExceededMaxSizeError") return new NoAnswer(tooLarge);
    for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
      if ("code" in at && typeof at.code === "string") return new NoAnswer(at.code);
    }
    return new NoAnswer(error instanceof Error ? error.name : "unknown");
  }
}
