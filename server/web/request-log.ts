import type { Log as AppLog } from "#app/session/context.ts";
import type { Log } from "../log.ts";

/** Logs with the request's id; made with the first line. */
export class RequestLog implements AppLog {
  readonly #log: Log;
  readonly #requestId: string;

  constructor(log: Log, requestId: string) {
    this.#log = log;
    this.#requestId = requestId;
  }

  debug(fields: object, message: string): void {
    this.#log.debug({ requestId: this.#requestId, ...fields }, message);
  }

  info(fields: object, message: string): void {
    this.#log.info({ requestId: this.#requestId, ...fields }, message);
  }

  warn(fields: object, message: string): void {
    this.#log.warn({ requestId: this.#requestId, ...fields }, message);
  }

  error(fields: object, message: string): void {
    this.#log.error({ requestId: this.#requestId, ...fields }, message);
  }
}
