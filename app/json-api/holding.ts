import { readRetryAfter } from "./response.ts";
import { askedToWait, NoResponse, type WireResponse } from "./transport.ts";

/** A call that is not made, since the service has asked to be left alone. */
export class Held extends NoResponse {
  /** In milliseconds, from now. */
  readonly remaining: number;

  constructor(remaining: number) {
    super(askedToWait);
    this.remaining = remaining;
  }
}

/** Most tokens that are remembered. */
const most = 1000;

/**
 * Who was asked by Retry-After to call no more for a time: whoever has a token that was refused with 429, and everybody after 503.
 */
export class Holding {
  /** By token, in milliseconds of a clock that only goes forward; "" is everybody. */
  readonly #until = new Map<string, number>();
  readonly #now: () => number;

  /** @param now milliseconds of a clock that only goes forward */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** @throws Held */
  check(token: string): void {
    const remaining = Math.max(this.#until.get(token) ?? 0, this.#until.get("") ?? 0) - this.#now();
    if (remaining > 0) throw new Held(remaining);
  }

  note(token: string, { status, header }: Pick<WireResponse, "status" | "header">): void {
    if (status !== 429 && status !== 503) return;
    const asked = readRetryAfter({ header }, Date.now());
    if (asked === null || asked === 0) return;
    const [oldest] = this.#until.keys();
    if (this.#until.size >= most && oldest !== undefined) this.#until.delete(oldest);
    this.#until.set(status === 503 ? "" : token, this.#now() + asked);
  }
}
