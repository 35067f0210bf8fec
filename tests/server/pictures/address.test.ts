import { expect, test } from "vitest";
import { isPublicAddress } from "#server/pictures/remote.ts";

test.each(["8.8.8.8", "1.1.1.1", "203.0.114.1", "172.32.0.1", "2606:4700::1111", "2a00:1450:4001::1"])(
  "%s is on the public internet",
  (address) => expect(isPublicAddress(address)).toBe(true),
);

test.each([
  "127.0.0.1",
  "127.255.255.254",
  "0.0.0.0",
  "10.1.2.3",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "198.19.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:127.0.0.1",
  "::ffff:8.8.8.8",
  "::127.0.0.1",
  "64:ff9b::a00:1",
  "2002:7f00:1::",
  "fd00::1",
  "fe80::1",
  "ff02::1",
  // One of each other network that IANA reserves.
  ...["192.0.0.1", "192.0.2.1", "192.31.196.1", "192.52.193.1", "192.88.99.1", "192.175.48.1", "198.51.100.1"],
  ...["203.0.113.1", "239.255.255.250", "240.0.0.1", "64:ff9b:1::1", "100::1", "2001::1", "2001:1ff::1"],
  ...["2001:db8::1", "3fff::1", "5f00::1", "fec0::1"],
  // No address at all.
  ...["", "localhost", "8.8.8.8.8"],
])("%s is not", (address) => expect(isPublicAddress(address)).toBe(false));
