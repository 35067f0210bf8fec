/** How much of the service's time, and of ours, calls may take. Times in milliseconds. */
export interface Limits {
  /** All calls made for one request of a browser, retries and waiting included. */
  readonly deadline: number;
  /** One try of one call, from the first byte out to the last one in. */
  readonly attemptTimeout: number;
  readonly connectTimeout: number;
  /** How long a download may stand still. */
  readonly stallTimeout: number;
  /** Tries after the first. */
  readonly retries: number;
  /** About how long the first retry waits; each further one waits twice as long, half of it at random. */
  readonly firstRetryDelay: number;
  /** The longest wait before a retry. A service that asks for more than that is not asked again. */
  readonly longestRetryDelay: number;
  /** Calls under way at the same time; further ones wait their turn. */
  readonly concurrency: number;
  /** Calls that wait their turn; further ones fail at once. */
  readonly queue: number;
  /** Failures in a row after which the service is left alone for a while. */
  readonly failuresToBreak: number;
  readonly breakFor: number;
  /** Longest answer taken, in bytes. */
  readonly maxAnswerBytes: number;
}

/** The deadline leaves the web server room within its own 30 s; retries follow the specification's routing defaults. */
export const defaultLimits: Limits = {
  deadline: 20_000,
  attemptTimeout: 8_000,
  connectTimeout: 3_000,
  stallTimeout: 30_000,
  retries: 3,
  firstRetryDelay: 200,
  longestRetryDelay: 30_000,
  concurrency: 64,
  queue: 256,
  failuresToBreak: 8,
  breakFor: 3_000,
  maxAnswerBytes: 4 * 1024 * 1024,
};
