/** Limits of calls to the service. Times in milliseconds. */
export interface Limits {
  /** All calls made for one request of a browser, retries and waiting included. */
  readonly deadline: number;
  /** How long a page waits for a part that it can do without. */
  readonly patience: number;
  /** One attempt of one call, from the first byte sent to the last one received. */
  readonly attemptTimeout: number;
  readonly connectTimeout: number;
  /** How long a download may send no data. */
  readonly stallTimeout: number;
  /** Attempts after the first. */
  readonly retries: number;
  /** About how long the first retry waits; each further one waits twice as long, with half of it as jitter. */
  readonly firstRetryDelay: number;
  /** The longest wait before a retry. A service that asks for more is not retried. */
  readonly longestRetryDelay: number;
  /** Concurrent calls; further ones are queued. */
  readonly concurrency: number;
  /** Queued calls; further ones fail at once. */
  readonly queue: number;
  /** Consecutive failures that open the circuit for `breakFor`. */
  readonly failuresToBreak: number;
  readonly breakFor: number;
  /** The longest response that is read, in bytes. */
  readonly maxResponseBytes: number;
}

/** The deadline fits within the web server's own 30 s; retries follow the specification's defaults. */
export const defaultLimits: Limits = {
  deadline: 20_000,
  patience: 1_000,
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
  maxResponseBytes: 4 * 1024 * 1024,
};
