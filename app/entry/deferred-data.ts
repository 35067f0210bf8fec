import { timeout } from "remix-utils/promise";
import type { NotThere } from "../ui/deferred.tsx";

export type LoaderData = Readonly<Record<string, unknown>>;

const lateResult: NotThere = { ok: false, code: "slow" };

const failedResult: NotThere = { ok: false, code: "unexpected" };

/** Whether a loader returned promises. */
export function hasDeferred(data: LoaderData): boolean {
  return Object.values(data).some((route) => isRecord(route) && Object.values(route).some(isPromise));
}

/**
 * The same data with each loader's promises (top level) replaced by their results, for pages that cannot stream.
 * @param patience milliseconds for all of them; late ones become `lateResult`
 * @param onError called with each rejection, which becomes `failedResult`
 */
export async function settleDeferred(
  data: LoaderData,
  patience: number,
  onError: (error: unknown) => void,
): Promise<LoaderData> {
  if (!hasDeferred(data)) return data;
  const fail = (error: unknown) => {
    onError(error);
    return failedResult;
  };
  const settle = (promise: Promise<unknown>) => timeout(promise.catch(fail), { ms: patience }).catch(() => lateResult);
  const routes = await Promise.all(
    Object.entries(data).map(async ([id, route]) => [id, isRecord(route) ? await settleRoute(route, settle) : route]),
  );
  return Object.fromEntries(routes);
}

async function settleRoute(
  route: Record<string, unknown>,
  settle: (promise: Promise<unknown>) => Promise<unknown>,
): Promise<Record<string, unknown>> {
  const fields = await Promise.all(
    Object.entries(route).map(async ([name, value]) => [name, isPromise(value) ? await settle(value) : value]),
  );
  return Object.fromEntries(fields);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isPromise(value);
}

function isPromise(value: unknown): value is Promise<unknown> {
  return value instanceof Promise;
}
