import type { LookupAddress, LookupOptions } from "node:dns";
import { lookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { Agent, fetch } from "undici";
import { largestPicture, readBounded } from "./bounded.ts";

const timeoutMs = 8_000;

type IsAllowed = (address: string) => boolean;

/** For tests, whose pictures are on this machine. */
interface RemoteOptions {
  isReachable?: IsAllowed;
  anyPort?: boolean;
}

/**
 * Says whether an IP address, as text, is one of the public internet: in none of IANA's special-purpose networks, no
 * multicast, and no IPv6 form that carries an IPv4 address inside.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  // Of IPv6 only what is given out (2000::/3): the rest has forms such as ::7f00:1, which is 127.0.0.1.
  const isGivenOut = parsed instanceof ipaddr.IPv4 || parsed.match(ipaddr.IPv6.parse("2000::"), 3);
  return isGivenOut && parsed.range() === "unicast";
}

/**
 * A name is resolved and checked at the moment of connecting, so that it cannot point to a public address when it is checked
 * and to an inner one when it is used (DNS rebinding).
 */
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

/**
 * Makes the function that fetches a picture from the internet: http or https on its usual port, public addresses only,
 * no redirects, no credentials, at most 10 MB and 8 s. It gives null for everything else and for failures.
 */
export function createRemotePictures(options: RemoteOptions = {}): (url: URL) => Promise<Buffer | null> {
  const { isReachable = isPublicAddress, anyPort = false } = options;
  const dispatcher = new Agent({
    connect: { lookup: guardedLookup(isReachable), timeout: timeoutMs },
    maxHeaderSize: 16_384,
  });
  return async (url) => {
    if (!["http:", "https:"].includes(url.protocol) || (url.port !== "" && !anyPort)) return null;
    if (url.username !== "" || url.password !== "") return null;
    // An address written as a number is connected to without a lookup.
    const literal = url.hostname.replace(/^\[|\]$/g, "");
    if (isIP(literal) !== 0 && !isReachable(literal)) return null;
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await fetch(url, { dispatcher, redirect: "error", signal, headers: { accept: "image/*" } });
      if (!response.ok || response.body === null) {
        await response.body?.cancel();
        return null;
      }
      return await readBounded(response.body, largestPicture);
    } catch {
      return null;
    }
  };
}
