import type { Api } from "./api.ts";
import { ApiError, type ApiErrorKind } from "./api-error.ts";

/** "slow" did not come in time; any other code is an `ApiError`'s kind. */
export type SettledCode = ApiErrorKind | "slow";

export type Settled<Data> =
  | { readonly ok: true; readonly data: Data }
  | { readonly ok: false; readonly code: SettledCode };

/** Called with errors other than failed calls, which are logged where they are made. */
export type OnFault = (error: unknown) => void;

/**
 * Loads a part that its page can do without: the promise never rejects, and after the patience of `api` it is "slow", and its calls are
 * canceled. Start it before awaiting anything else, so that the page waits for all of its parts at once.
 * @param load makes its calls with the `Api` that it is given
 */
export async function settle<Data>(
  api: Api,
  load: (api: Api) => Promise<Data>,
  onFault: OnFault,
): Promise<Settled<Data>> {
  const ending = new AbortController();
  const late = Promise.withResolvers<Settled<Data>>();
  const timer = setTimeout(() => {
    // Before its calls fail.
    late.resolve({ ok: false, code: "slow" });
    ending.abort();
  }, api.patience);
  try {
    return await Promise.race([late.promise, outcomeOf(() => load(api.withSignal(ending.signal)), onFault)]);
  } finally {
    clearTimeout(timer);
  }
}

async function outcomeOf<Data>(load: () => Promise<Data>, onFault: OnFault): Promise<Settled<Data>> {
  try {
    return { ok: true, data: await load() };
  } catch (error) {
    if (error instanceof ApiError) return { ok: false, code: error.kind };
    onFault(error);
    return { ok: false, code: "unexpected" };
  }
}
