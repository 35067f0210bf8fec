import { isIPv6 } from "node:net";

/**
 * The network that an address belongs to, for counting: an IPv4 address as it is, of an IPv6 address the first 64 bits,
 * since a single customer is given all addresses below them.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!isIPv6(plain)) return plain;
  const [head = "", tail] = plain.split("%", 1).join().split("::");
  const groups = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : 8 - groups.length - after.length;
  return [...groups, ...Array<string>(zeros).fill("0"), ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

/** A part of an address, for people to know their own network by: "203.0.113.x", "2001:db8:0:x"; "" for none. */
export function shortNetworkOf(address: string): string {
  const network = networkOf(address);
  if (network === "") return "";
  const separator = network.includes(":") ? ":" : ".";
  return [...network.split(separator).slice(0, 3), "x"].join(separator);
}
