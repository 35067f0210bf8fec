import type { LookupAddress, LookupOptions } from "node:dns";
import { lookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { Agent, fetch } from "undici";
import { largestPicture, readBounded } from "./bounded.ts";

const timeoutMs = 8_000;

type IsAllowed = (address: string) => boolean;

/** For tests with local pictures. */
interface RemoteOptions {
  isReachable?: IsAllowed;
  anyPort?: boolean;
}

/** Whether an IP address is public: in none of IANA's special-purpose networks, no multicast, no IPv6 form of an IPv4 address. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  // In IPv6 only 2000::/3; other forms include ::7f00:1, which is 127.0.0.1.
  const isGivenOut = parsed instanceof ipaddr.IPv4 || parsed.match(ipaddr.IPv6.parse("2000::"), 3);
  return isGivenOut && parsed.range() === "unicast";
}

/** Checked when connecting, against DNS rebinding. */
function guardedLookup(isReachable: IsAllowed): LookupFunction {
  return (hostname, options: LookupOptions, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const allowed = addresses.filter(({ address }) => isReachable(address));
      const [first] = allowed;
      if (first === undefined) return callback(refusal(hostname), []);
      if (options.all) return callback(null, allowed satisfies LookupAddress[]);
      return callback(null, first.address, first.family);
    });
  };
}

function refusal(hostname: string): Error {
  return new Error(`${hostname} is not on the public internet`);
}

/** @param onRefusal told of a status or a kind of failure, without the address and the answer */
type FetchPicture = (url: URL, onRefusal?: (reason: string) => void) => Promise<Buffer | null>;

/** Fetches a picture: http or https, usual port, public address, no redirects, no credentials, 10 MB, 8 s; null otherwise. */
export function createRemotePictures(options: RemoteOptions = {}): FetchPicture {
  const { isReachable = isPublicAddress, anyPort = false } = options;
  const dispatcher = new Agent({
    connect: { lookup: guardedLookup(isReachable), timeout: timeoutMs },
    maxHeaderSize: 16_384,
  });
  return async (url, onRefusal = () => {}) => {
    if (!["http:", "https:"].includes(url.protocol) || (url.port !== "" && !anyPort)) return null;
    if (url.username !== "" || url.password !== "") return null;
    // An address is connected to without a lookup.
    const literal = url.hostname.replace(/^\[|\]$/g, "");
    if (isIP(literal) !== 0 && !isReachable(literal)) return null;
    try {
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
