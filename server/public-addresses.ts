/** Guards requests to addresses that people gave. */
import type { LookupAddress, LookupOptions } from "node:dns";
import { lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** Whether an IP address is public: in none of IANA's special-purpose networks, no multicast, no IPv6 form of an IPv4 address. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  // In IPv6 only 2000::/3; other forms include ::7f00:1, which is 127.0.0.1.
  const isGivenOut = parsed instanceof ipaddr.IPv4 || parsed.match(ipaddr.IPv6.parse("2000::"), 3);
  return isGivenOut && parsed.range() === "unicast";
}

/** Finds the reachable addresses of a host. Checked when connecting, against DNS rebinding. */
export function guardedLookup(isReachable: (address: string) => boolean): LookupFunction {
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
