/** The device and network of a request, in words for people; they prove nothing. */
import { AsyncLocalStorage } from "node:async_hooks";

interface VisitorOrigin {
  readonly device: string;
  readonly network: string;
}

const deviceHeader = "x-visitor-device";
const networkHeader = "x-visitor-network";

const longest = 100;

/** Reads the visitor's device and network from the headers. */
export function originOf({ headers }: Pick<Request, "headers">): VisitorOrigin {
  const wordsIn = (name: string) => (headers.get(name) ?? "").replaceAll(/[^\x20-\x7e]/g, "").slice(0, longest);
  return { device: wordsIn(deviceHeader), network: wordsIn(networkHeader) };
}

// Every write leaves an event, so the origin is not handed down through all of them.
const current = new AsyncLocalStorage<VisitorOrigin>();

/** Runs a request; its events have the request's origin. */
export function withOriginOf<Result>(request: Request, work: () => Result): Result {
  return current.run(originOf(request), work);
}

/** The origin of the current request; null in jobs. */
export function currentOrigin(): VisitorOrigin | null {
  return current.getStore() ?? null;
}
