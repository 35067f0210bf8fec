/** From where a request was caused: words for people, which prove nothing. */
import { AsyncLocalStorage } from "node:async_hooks";

/** Both are empty where nothing is known. */
export interface VisitorOrigin {
  readonly device: string;
  readonly network: string;
}

const deviceHeader = "x-visitor-device";
const networkHeader = "x-visitor-network";

/** Longer words come from no app of ours. */
const longest = 100;

/** What the caller says of the browser that it asks for. */
export function originOf({ headers }: Pick<Request, "headers">): VisitorOrigin {
  const wordsIn = (name: string) => (headers.get(name) ?? "").replaceAll(/[^\x20-\x7e]/g, "").slice(0, longest);
  return { device: wordsIn(deviceHeader), network: wordsIn(networkHeader) };
}

// Every write leaves an event, and none of them has to hand this down to it.
const current = new AsyncLocalStorage<VisitorOrigin>();

/** Does the work of a request; the events that it leaves have the request's origin. */
export function withOriginOf<Result>(request: Request, work: () => Result): Result {
  return current.run(originOf(request), work);
}

/** The origin of the request under way; null in jobs, which nobody asks for. */
export function currentOrigin(): VisitorOrigin | null {
  return current.getStore() ?? null;
}
