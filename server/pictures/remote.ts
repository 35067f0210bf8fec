import { isIP } from "node:net";
import { guardedLookup, isPublicAddress } from "../public-addresses.ts";
import { largestPicture, readBounded } from "./bounded.ts";

const timeoutMs = 8_000;

/** For tests with local pictures. */
interface RemoteOptions {
  isReachable?: (address: string) => boolean;
  anyPort?: boolean;
}

/** @param onRefusal told of a status or a kind of failure, without the address and the answer */
type FetchPicture = (url: URL, onRefusal?: (reason: string) => void) => Promise<Buffer | null>;

/** Fetches a picture: http or https, usual port, public address, no redirects, no credentials, 10 MB, 8 s; null otherwise. */
export function createRemotePictures(options: RemoteOptions = {}): FetchPicture {
  const { isReachable = isPublicAddress, anyPort = false } = options;
  let opened: ReturnType<typeof openGuarded> | undefined;
  return async (url, onRefusal = () => {}) => {
    if (!["http:", "https:"].includes(url.protocol) || (url.port !== "" && !anyPort)) return null;
    if (url.username !== "" || url.password !== "") return null;
    // An address is connected to without a lookup.
    const literal = url.hostname.replace(/^\[|\]$/g, "");
    if (isIP(literal) !== 0 && !isReachable(literal)) return null;
    try {
      opened ??= openGuarded(isReachable);
      const { fetch, dispatcher } = await opened;
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await fetch(url, { dispatcher, redirect: "error", signal, headers: { accept: "image/*" } });
      if (!response.ok || response.body === null) {
        onRefusal(`status ${response.status}`);
        await response.body?.cancel();
        return null;
      }
      const picture = await readBounded(response.body, largestPicture);
      if (picture === null) onRefusal("too large");
      return picture;
    } catch (error) {
      onRefusal(kindOf(error));
      return null;
    }
  };
}

/** Most servers never fetch a picture, and the library weighs 6 MB. */
async function openGuarded(isReachable: (address: string) => boolean) {
  const { Agent, fetch } = await import("undici");
  const connect = { lookup: guardedLookup(isReachable), timeout: timeoutMs };
  return { fetch, dispatcher: new Agent({ connect, maxHeaderSize: 16_384 }) };
}

/** Messages of errors may have the address, which may have a key. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return "no connection";
  if (error.name === "TimeoutError") return "no answer in time";
  const { cause } = error;
  if (!(cause instanceof Error)) return "no connection";
  return "code" in cause
    ? String(cause.code)
    : cause.message === "unexpected redirect"
      ? "a redirect"
      : "no connection";
}
