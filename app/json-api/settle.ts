import { ApiError, type ApiErrorKind } from "./api-error.ts";

/** "slow" is still loading; any other code is an `ApiError`'s kind. */
export type SettledCode = ApiErrorKind | "slow";

export type Settled<Data> =
  | { readonly ok: true; readonly data: Data }
  | { readonly ok: false; readonly code: SettledCode };

/** Called with errors other than failed calls, which are logged where they are made. */
export type OnFault = (error: unknown) => void;

/**
 * Turns deferred data into a promise that never rejects, so that one panel can fail by itself. Pass the promise at once,
 * before awaiting anything else: an unhandled rejection ends the process.
 */
export function settle<Data>(promise: Promise<Data>, onFault: OnFault): Promise<Settled<Data>> {
  return promise.then(
    (data): Settled<Data> => ({ ok: true, data }),
    (error: unknown): Settled<Data> => {
      if (error instanceof ApiError) return { ok: false, code: error.kind };
      onFault(error);
      return { ok: false, code: "unexpected" };
    },
  );
}
