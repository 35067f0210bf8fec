import { expect, test } from "vitest";
import { isPublicAddress } from "#server/pictures/address.ts";

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
])("%s is not", (address) => expect(isPublicAddress(address)).toBe(false));
