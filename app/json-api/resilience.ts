import {
  BrokenCircuitError,
  bulkhead,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  DelegateBackoff,
  halfJitterGenerator,
  handleWhen,
  handleWhenResult,
  retry,
  TaskCancelledError,
  TimeoutStrategy,
  timeout,
} from "cockatiel";
import { Held } from "./holding.ts";
import type { Limits } from "./limits.ts";
import { type ApiResponse, readRetryAfter } from "./response.ts";
import { aborted, cancelled, deadlinePassed, NoResponse } from "./transport.ts";

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
   * @throws NoResponse, BrokenCircuitError or BulkheadRejectedError
   */
  run(send: Send, policy: CallPolicy): Promise<ApiResponse>;
}

/** The service, or a gateway before it, is down. */
const outageStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** Another attempt may succeed; 409 with Retry-After is a write that is still running. */
const retryableStatuses: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, ...outageStatuses]);

/** An attempt: its response or error, and the milliseconds until the next one; null for none. */
class Attempt {
  readonly result: { readonly response: ApiResponse } | { readonly error: unknown };
  readonly retryIn: number | null;

  constructor(result: Attempt["result"], retryIn: number | null) {
    this.result = result;
    this.retryIn = retryIn;
  }
}

type OnCircuit = (state: "open" | "closed") => void;

/** @param onCircuit null for calls without a circuit breaker */
export function createResilience(limits: Limits, onCircuit: OnCircuit | null): Resilience {
  const guard = createGuard(limits, onCircuit);
  const retries = retry(
    handleWhenResult((result) => result instanceof Attempt && result.retryIn !== null),
    {
      maxAttempts: limits.retries,
      backoff: new DelegateBackoff(({ result }) =>
        "value" in result && result.value instanceof Attempt ? (result.value.retryIn ?? 0) : 0,
      ),
    },
  );
  return {
    async run(send, { deadlineAt, signal: cancellation, repeatable }) {
      const attemptOnce = async (attempt: number, signal: AbortSignal): Promise<Attempt> => {
        const result = await resultOf(guard(send, signal, cancellation));
        const delay = repeatable ? retryDelay(result, attempt, limits) : null;
        return new Attempt(result, delay !== null && delay < deadlineAt - performance.now() ? delay : null);
      };
      // Aggressive: the deadline ends a call in the queue or between attempts, too.
      const strategy = TimeoutStrategy.Aggressive;
      const remaining = deadlineAt - performance.now();
      if (remaining <= 0) throw new NoResponse(deadlinePassed);
      const deadline = timeout(remaining, { strategy, abortOnReturn: false });
      try {
        const { result } = await deadline.execute(
          ({ signal }) => retries.execute(({ attempt }) => attemptOnce(attempt, signal), signal),
          cancellation,
        );
        if ("error" in result) throw result.error;
        return result.response;
      } catch (error) {
        throw error instanceof TaskCancelledError
          ? new NoResponse(cancellation?.aborted ? cancelled : deadlinePassed)
          : error;
      }
    },
  };
}

async function resultOf(response: Promise<ApiResponse>): Promise<Attempt["result"]> {
  try {
    return { response: await response };
  } catch (error) {
    return { error };
  }
}

type Guard = (send: Send, signal: AbortSignal, cancellation: AbortSignal | undefined) => Promise<ApiResponse>;

/** One attempt: rejected while the circuit is open, queued by the bulkhead, and cut off by the timeout. */
function createGuard(limits: Limits, onCircuit: OnCircuit | null): Guard {
  const slots = bulkhead(limits.concurrency, limits.queue);
  const attempt = timeout(limits.attemptTimeout, { strategy: TimeoutStrategy.Cooperative, abortOnReturn: false });
  const bounded: Guard = (send, signal, cancellation) =>
    slots.execute(() => attempt.execute(({ signal }) => withAbortReason(send(signal), cancellation), signal), signal);
  return onCircuit === null ? bounded : withCircuit(bounded, limits, onCircuit);
}

function withCircuit(bounded: Guard, limits: Limits, onCircuit: OnCircuit): Guard {
  const circuit = circuitBreaker(
    // In the half-open state, only a response closes the circuit.
    handleWhen((error) => isOutage(error) || circuit.state === CircuitState.HalfOpen).orWhenResult(
      (response) => isApiResponse(response) && outageStatuses.has(response.status),
    ),
    { breaker: new ConsecutiveBreaker(limits.failuresToBreak), halfOpenAfter: limits.breakFor },
  );
  circuit.onBreak(() => onCircuit("open"));
  circuit.onReset(() => onCircuit("closed"));

  return (send, signal, cancellation) => {
    // Otherwise all calls would wait for the one that probes the service.
    if (circuit.state === CircuitState.HalfOpen) return Promise.reject(new BrokenCircuitError());
    return circuit.execute(() => bounded(send, signal, cancellation), signal);
  };
}

/** Tells a timeout from a cancellation, which is no failure of the service. */
async function withAbortReason(
  response: Promise<ApiResponse>,
  cancellation: AbortSignal | undefined,
): Promise<ApiResponse> {
  try {
    return await response;
  } catch (error) {
    if (!(error instanceof NoResponse) || error.reason !== aborted) throw error;
    throw new NoResponse(cancellation?.aborted ? cancelled : "timeout");
  }
}

function isOutage(error: unknown): boolean {
  return error instanceof NoResponse && error.isOutage;
}

function isApiResponse(value: unknown): value is ApiResponse {
  return typeof value === "object" && value !== null && "status" in value;
}

/** Milliseconds until the next attempt; null when there is none, or the service asks for too long a wait. */
function retryDelay(result: Attempt["result"], attempt: number, limits: Limits): number | null {
  const backoff = { initialDelay: limits.firstRetryDelay, maxDelay: limits.longestRetryDelay };
  const [delay] = halfJitterGenerator(attempt, { ...backoff, exponent: 2, generator: halfJitterGenerator });
  if ("error" in result && result.error instanceof Held)
    return result.error.remaining > limits.longestRetryDelay ? null : result.error.remaining;
  if ("error" in result) return result.error instanceof NoResponse && !result.error.isFinal ? delay : null;
  const { response } = result;
  if (!retryableStatuses.has(response.status)) return null;
  const asked = readRetryAfter(response, Date.now());
  if (asked === null) return response.status === 409 ? null : delay;
  return asked > limits.longestRetryDelay ? null : Math.max(asked, delay);
}
