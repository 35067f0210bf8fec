import type { Layer } from "./layer.ts";

/** For how long nobody who asks may be answered, in ms. */
const longestSilenceMs = 60_000;

/** Whether those who ask the app are answered. */
export class AnswerWatch {
  readonly #clock: () => number;
  /** When the first one asked of all who were failed since the last success. */
  #failingSince: number | null = null;
  #failedAt = Number.NEGATIVE_INFINITY;

  /** @param clock in ms, from any beginning */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /** Notes that somebody asks. Gives the function that notes the status of the answer. */
  begin(): (status: number) => void {
    const askedAt = this.#clock();
    return (status) => {
      // The sender's own fault, which says nothing about us.
      if (status === 408) return;
      if (status < 500) {
        this.#failingSince = null;
        return;
      }
      this.#failingSince = Math.min(this.#failingSince ?? askedAt, askedAt);
      this.#failedAt = this.#clock();
    };
  }

  /** Whether for a minute or more all who asked were failed, the last of them less than a minute ago. */
  get isSilent(): boolean {
    const now = this.#clock();
    if (this.#failingSince === null || now - this.#failedAt >= longestSilenceMs) return false;
    return now - this.#failingSince >= longestSilenceMs;
  }
}

/**
 * Notes how requests are answered that reach the app; those that a layer answers before it say nothing about it. Outside of the
 * layer that limits times, which answers for an app that does not.
 */
export function watchAnswers(watch: AnswerWatch): Layer {
  return async (context, next) => {
    const answered = watch.begin();
    await next();
    if (context.get("hasReachedApp")) answered(context.res.status);
  };
}
