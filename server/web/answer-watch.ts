import type { Layer } from "./layer.ts";

const longestSilenceMs = 60_000;

/** Notices when the app answers nobody. */
export class AnswerWatch {
  readonly #clock: () => number;
  /** When the first of all requests failed since the last success. */
  #failingSince: number | null = null;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /** Begins a request. @returns takes the status of its answer */
  begin(): (status: number) => void {
    const askedAt = this.#clock();
    return (status) => {
      // The sender's own fault.
      if (status === 408) return;
      if (status < 500) {
        this.#failingSince = null;
        return;
      }
      this.#failingSince = Math.min(this.#failingSince ?? askedAt, askedAt);
      this.#failedAt = this.#clock();
    };
  }

  /** Whether all requests failed for a minute or more, the last one less than a minute ago. */
  get isSilent(): boolean {
    const now = this.#clock();
    if (this.#failingSince === null || now - this.#failedAt >= longestSilenceMs) return false;
    return now - this.#failingSince >= longestSilenceMs;
  }
}

/** Watches the answers of the app. Outside of the time limits, which answer for an app that does not. */
export function watchAnswers(watch: AnswerWatch): Layer {
  return async (context, next) => {
    const answered = watch.begin();
    await next();
    if (context.get("hasReachedApp")) answered(context.res.status);
  };
}
