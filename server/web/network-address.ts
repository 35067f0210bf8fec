import { isIPv6 } from "node:net";

/** The network of an address: an IPv4 address itself, of IPv6 the first 64 bits, which one customer has. */
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

/** The beginning of an address, by which people know their network: "203.0.113.x", "2001:db8:0:x"; "" for none. */
export function shortNetworkOf(address: string): string {
  const network = networkOf(address);
  if (network === "") return "";
  const separator = network.includes(":") ? ":" : ".";
  return [...network.split(separator).slice(0, 3), "x"].join(separator);
}
