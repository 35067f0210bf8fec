import { Held } from "./holding.ts";
import type { Limits } from "./limits.ts";
import { type ApiResponse, readRetryAfter } from "./response.ts";
import { aborted, cancelled, circuitOpen, deadlinePassed, NoResponse, tooManyCalls } from "./transport.ts";

/** Sends the call once. @throws NoResponse */
type Send = (signal: AbortSignal) => Promise<ApiResponse>;

export interface CallPolicy {
  /** When the response would be too late, in the time of `performance.now()`. */
  readonly deadlineAt: number;
  readonly signal: AbortSignal | undefined;
  /** Whether the call may be sent again. */
  readonly repeatable: boolean;
}

export interface Resilience {
  /**
   * Sends a call under the policies that all calls to one service share.
   * @returns any response, errors included
   * @throws NoResponse
   */
  run(send: Send, policy: CallPolicy): Promise<ApiResponse>;
}

/** The service, or a gateway before it, is down. */
const outageStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** Another attempt may succeed; 409 with Retry-After is a write that is still running. */
const retryableStatuses: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, ...outageStatuses]);

type Result = { readonly response: ApiResponse } | { readonly error: unknown };

type OnCircuit = (state: "open" | "closed") => void;

/** @param onCircuit null for calls without a circuit breaker */
export function createResilience(limits: Limits, onCircuit: OnCircuit | null): Resilience {
  const slots = new Slots(limits);
  const circuit = onCircuit && new Circuit(limits, onCircuit);

  /** One attempt: rejected while the circuit is open, queued by the bulkhead, and cut off by the timeout. */
  async function attempt(send: Send, signal: AbortSignal, cancellation: AbortSignal | undefined): Promise<Result> {
    if (signal.aborted) return { error: new NoResponse(cancelled) };
    const entry = circuit?.enter();
    if (entry === "refused") return { error: new NoResponse(circuitOpen) };
    const result = await resultOf(
      slots.use(() => withTimeout(send, signal, limits.attemptTimeout, cancellation), signal),
    );
    circuit?.note(result, entry === "probe");
    return result;
  }

  async function attemptAll(
    send: Send,
    { deadlineAt, signal: cancellation, repeatable }: CallPolicy,
    signal: AbortSignal,
  ) {
    for (let retries = 0; ; retries += 1) {
      const result = await attempt(send, signal, cancellation);
      const delay = repeatable && retries < limits.retries ? retryDelay(result, retries, limits) : null;
      if (delay === null || delay >= deadlineAt - performance.now() || signal.aborted) {
        if ("error" in result) throw result.error;
        return result.response;
      }
      await pause(delay, signal);
    }
  }

  return {
    run: (send, policy) =>
      new Promise((resolve, reject) => {
        const call = new AbortController();
        // The deadline ends a call in the queue or between attempts, too, and one whose sending does not listen.
        const endWith = (reason: string) => () => {
          reject(new NoResponse(reason));
          call.abort();
        };
        const [cancel, giveUp] = [endWith(cancelled), endWith(deadlinePassed)];
        const remaining = policy.deadlineAt - performance.now();
        if (remaining <= 0) return giveUp();
        if (policy.signal?.aborted) return cancel();
        policy.signal?.addEventListener("abort", cancel, { once: true });
        const timer = setTimeout(giveUp, remaining);
        attemptAll(send, policy, call.signal)
          .then(resolve, reject)
          .finally(() => {
            clearTimeout(timer);
            policy.signal?.removeEventListener("abort", cancel);
          });
      }),
  };
}

async function resultOf(response: Promise<ApiResponse>): Promise<Result> {
  try {
    return { response: await response };
  } catch (error) {
    return { error };
  }
}

/** Resolves when the time is over, or earlier by the signal. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end, { once: true });
  });
}

/** Tells a timeout from a cancellation, which is no failure of the service. */
async function withTimeout(
  send: Send,
  signal: AbortSignal,
  ms: number,
  cancellation: AbortSignal | undefined,
): Promise<ApiResponse> {
  const attempt = new AbortController();
  const end = () => attempt.abort();
  const timer = setTimeout(end, ms);
  signal.addEventListener("abort", end, { once: true });
  try {
    return await send(attempt.signal);
  } catch (error) {
    if (!(error instanceof NoResponse) || error.reason !== aborted) throw error;
    throw new NoResponse(cancellation?.aborted ? cancelled : "timeout");
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
  }
}

/** The bulkhead: so many calls at once, and so many that wait. */
class Slots {
  readonly #limits: Limits;
  readonly #waiting = new Set<() => void>();
  #used = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  async use<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (this.#used < this.#limits.concurrency) this.#used += 1;
    else await this.#wait(signal);
    try {
      return await work();
    } finally {
      const [next] = this.#waiting;
      if (next === undefined) this.#used -= 1;
      else next();
    }
  }

  /** Until somebody hands their slot over. @throws NoResponse when too many wait, or by the signal */
  #wait(signal: AbortSignal): Promise<void> {
    if (this.#waiting.size >= this.#limits.queue) throw new NoResponse(tooManyCalls);
    return new Promise((resolve, reject) => {
      const take = () => {
        this.#waiting.delete(take);
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.delete(take);
        reject(new NoResponse(cancelled));
      };
      this.#waiting.add(take);
      signal.addEventListener("abort", leave, { once: true });
    });
  }
}

/** Consecutive outages open it; after a while one call tries, and closes it by any response of a service that is up. */
class Circuit {
  readonly #limits: Limits;
  readonly #onChange: OnCircuit;
  #failures = 0;
  /** In the time of `performance.now()`; null while it is closed. */
  #openUntil: number | null = null;
  #isProbed = false;

  constructor(limits: Limits, onChange: OnCircuit) {
    this.#limits = limits;
    this.#onChange = onChange;
  }

  /** How a call may be made: not at all while it is open, and while another call probes the service. */
  enter(): "call" | "probe" | "refused" {
    if (this.#openUntil === null) return "call";
    if (this.#isProbed || performance.now() < this.#openUntil) return "refused";
    this.#isProbed = true;
    return "probe";
  }

  note(result: Result, isProbe: boolean): void {
    const isOut = "error" in result ? isOutage(result.error) : outageStatuses.has(result.response.status);
    if (isProbe) {
      this.#isProbed = false;
      if (isOut || "error" in result) this.#open();
      else this.#close();
      return;
    }
    // Calls that were under way when it opened tell nothing of now.
    if (this.#openUntil !== null) return;
    if (isOut) this.#failures += 1;
    else if ("response" in result) this.#failures = 0;
    if (this.#failures >= this.#limits.failuresToBreak) this.#open();
  }

  #close(): void {
    this.#openUntil = null;
    this.#failures = 0;
    this.#onChange("closed");
  }

  #open(): void {
    this.#openUntil = performance.now() + this.#limits.breakFor;
    this.#onChange("open");
  }
}

function isOutage(error: unknown): boolean {
  return error instanceof NoResponse && error.isOutage;
}

/** Milliseconds until the next attempt; null when there is none, or the service asks for too long a wait. */
function retryDelay(result: Result, retries: number, limits: Limits): number | null {
  const longest = Math.min(limits.firstRetryDelay * 2 ** retries, limits.longestRetryDelay);
  const delay = (longest * (1 + Math.random())) / 2;
  if ("error" in result && result.error instanceof Held)
    return result.error.remaining > limits.longestRetryDelay ? null : result.error.remaining;
  if ("error" in result) return result.error instanceof NoResponse && !result.error.isFinal ? delay : null;
  const { response } = result;
  if (!retryableStatuses.has(response.status)) return null;
  const asked = readRetryAfter(response, Date.now());
  if (asked === null) return response.status === 409 ? null : delay;
  return asked > limits.longestRetryDelay ? null : Math.max(asked, delay);
}
