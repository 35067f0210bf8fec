import { ApiError, type ApiErrorKind } from "./api-error.ts";

/** "slow": it is still under way; any other code is an `ApiError`'s kind. */
export type SettledCode = ApiErrorKind | "slow";

export type Settled<Data> =
  | { readonly ok: true; readonly data: Data }
  | { readonly ok: false; readonly code: SettledCode };

/**
 * Turns secondary data into a promise that never rejects, so that one panel can fail by itself. Give it the promise at
 * once, before awaiting anything else: a rejection that nobody handles yet ends the process.
 * @param within how long the data is waited for, in milliseconds; without it, as long as it takes
 */
export function settle<Data>(promise: Promise<Data>, within?: number): Promise<Settled<Data>> {
  const settled = promise.then(
    (data): Settled<Data> => ({ ok: true, data }),
    (error: unknown): Settled<Data> => ({ ok: false, code: error instanceof ApiError ? error.kind : "unexpected" }),
  );
  return within === undefined ? settled : Promise.race([settled, slowAfter(within, settled)]);
}

function slowAfter(milliseconds: number, settled: Promise<unknown>): Promise<Settled<never>> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ ok: false, code: "slow" }), milliseconds);
    settled.finally(() => clearTimeout(timer));
  });
}
