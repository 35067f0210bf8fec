import { BlockList, isIPv6 } from "node:net";

/**
 * Networks that a picture on the internet cannot stand in: IANA's special-purpose registries for IPv4 and IPv6
 * (RFC 6890 and its updates), multicast, and the IPv6 forms that carry an IPv4 address inside.
 */
const specialNetworks: readonly (readonly [network: string, prefix: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
  ["::", 96],
  ["::ffff:0:0", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
  ["5f00::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
];

// Two lists: in one, the network ::ffff:0:0/96 would hold every IPv4 address there is.
const special = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, prefix] of specialNetworks) {
  const family = familyOf(network);
  special[family].addSubnet(network, prefix, family);
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIPv6(address) ? "ipv6" : "ipv4";
}

/** Says whether an IP address, as text, is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = familyOf(address);
  return !special[family].check(address, family);
}
