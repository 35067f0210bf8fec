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
import { type Answer, readRetryAfter } from "./answer.ts";
import type { Limits } from "./limits.ts";
import { aborted, cancelled, late, NoAnswer } from "./transport.ts";

/** Sends the call once. @throws NoAnswer */
type Send = (signal: AbortSignal) => Promise<Answer>;

export interface Course {
  /** When the answer comes too late, on the clock of `performance.now()`. */
  readonly deadlineAt: number;
  /** Ends the call early: nobody waits for it any more. */
  readonly signal: AbortSignal | undefined;
  /** Whether the call does no harm when it is sent again. */
  readonly repeatable: boolean;
}

export interface Resilience {
  /**
   * Sends a call under the policies that all calls to one service share.
   * @returns any answer, errors included
   * @throws NoAnswer, BrokenCircuitError or BulkheadRejectedError
   */
  run(send: Send, course: Course): Promise<Answer>;
}

/** Something between the service and us, or the service itself, says that it is down: not that one call is wrong. */
const outages: ReadonlySet<number> = new Set([502, 503, 504]);

/** A further try may well succeed. 409 is in because a service may say so, with Retry-After, of a write still running. */
const passing: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, ...outages]);

/** One try: its answer or its failure, and after how many milliseconds the next one starts, if at all. */
class Try {
  readonly result: { readonly answer: Answer } | { readonly error: unknown };
  readonly retryIn: number | null;

  constructor(result: Try["result"], retryIn: number | null) {
    this.result = result;
    this.retryIn = retryIn;
  }
}

/** @param onCircuit told when the service is left alone, and when it is back */
export function createResilience(limits: Limits, onCircuit: (state: "open" | "closed") => void): Resilience {
  const guard = createGuard(limits, onCircuit);
  const retries = retry(
    handleWhenResult((result) => result instanceof Try && result.retryIn !== null),
    {
      maxAttempts: limits.retries,
      backoff: new DelegateBackoff(({ result }) =>
        "value" in result && result.value instanceof Try ? (result.value.retryIn ?? 0) : 0,
      ),
    },
  );
  return {
    async run(send, { deadlineAt, signal: cancellation, repeatable }) {
      const attemptOnce = async (attempt: number, signal: AbortSignal): Promise<Try> => {
        const result = await resultOf(guard(send, signal, cancellation));
        const delay = repeatable ? retryDelay(result, attempt, limits) : null;
        return new Try(result, delay !== null && delay < deadlineAt - performance.now() ? delay : null);
      };
      // Aggressive: a call that waits its turn or for its next try ends with the deadline, too.
      const strategy = TimeoutStrategy.Aggressive;
      const remaining = deadlineAt - performance.now();
      if (remaining <= 0) throw new NoAnswer(late);
      const deadline = timeout(remaining, { strategy, abortOnReturn: false });
      try {
        const { result } = await deadline.execute(
          ({ signal }) => retries.execute(({ attempt }) => attemptOnce(attempt, signal), signal),
          cancellation,
        );
        if ("error" in result) throw result.error;
        return result.answer;
      } catch (error) {
        throw error instanceof TaskCancelledError ? new NoAnswer(cancellation?.aborted ? cancelled : late) : error;
      }
    },
  };
}

async function resultOf(answer: Promise<Answer>): Promise<Try["result"]> {
  try {
    return { answer: await answer };
  } catch (error) {
    return { error };
  }
}

type Guard = (send: Send, signal: AbortSignal, cancellation: AbortSignal | undefined) => Promise<Answer>;

/** One try: refused while the service is down, waiting its turn among the others, and cut off after its time. */
function createGuard(limits: Limits, onCircuit: (state: "open" | "closed") => void): Guard {
  const slots = bulkhead(limits.concurrency, limits.queue);
  const attempt = timeout(limits.attemptTimeout, { strategy: TimeoutStrategy.Cooperative, abortOnReturn: false });
  const circuit = circuitBreaker(
    // A probe of a service that was down proves nothing unless it is answered.
    handleWhen((error) => isOutage(error) || circuit.state === CircuitState.HalfOpen).orWhenResult(
      (answer) => isAnswer(answer) && outages.has(answer.status),
    ),
    { breaker: new ConsecutiveBreaker(limits.failuresToBreak), halfOpenAfter: limits.breakFor },
  );
  circuit.onBreak(() => onCircuit("open"));
  circuit.onReset(() => onCircuit("closed"));

  return (send, signal, cancellation) => {
    // Without this, everybody would wait for the one call that probes the service.
    if (circuit.state === CircuitState.HalfOpen) return Promise.reject(new BrokenCircuitError());
    return circuit.execute(
      () => slots.execute(() => attempt.execute(({ signal }) => explained(send(signal), cancellation), signal), signal),
      signal,
    );
  };
}

/** Tells an exchange that took too long from one that nobody waits for any more, which is no fault of the service. */
async function explained(answer: Promise<Answer>, cancellation: AbortSignal | undefined): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof NoAnswer) || error.reason !== aborted) throw error;
    throw new NoAnswer(cancellation?.aborted ? cancelled : "timeout");
  }
}

function isOutage(error: unknown): boolean {
  return error instanceof NoAnswer && error.reason !== cancelled;
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === "object" && value !== null && "status" in value;
}

/** Milliseconds until the next try; null when another try makes no sense, or not as soon as would be waited for. */
function retryDelay(result: Try["result"], attempt: number, limits: Limits): number | null {
  const backoff = { initialDelay: limits.firstRetryDelay, maxDelay: limits.longestRetryDelay };
  const [delay] = halfJitterGenerator(attempt, { ...backoff, exponent: 2, generator: halfJitterGenerator });
  if ("error" in result) return result.error instanceof NoAnswer && !result.error.isFinal ? delay : null;
  const { answer } = result;
  if (!passing.has(answer.status)) return null;
  const asked = readRetryAfter(answer, Date.now());
  if (asked === null) return answer.status === 409 ? null : delay;
  return asked > limits.longestRetryDelay ? null : Math.max(asked, delay);
}
