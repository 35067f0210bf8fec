import { expect, test } from "vitest";
import { networkOf, shortNetworkOf } from "#server/web/network-address.ts";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:0:1:aaaa:bbbb:cccc:dddd", "2001:db8:0:1"],
  ["2001:db8:0:1::5", "2001:db8:0:1"],
  ["2001:0db8::5", "2001:db8:0:0"],
  ["2001:db8:0:2::5", "2001:db8:0:2"],
  ["::1", "0:0:0:0"],
  ["fe80::1%eth0", "fe80:0:0:0"],
  ["", ""],
])("%s belongs to %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ["203.0.113.7", "203.0.113.x"],
  ["::ffff:203.0.113.7", "203.0.113.x"],
  ["2001:db8:0:1:aaaa:bbbb:cccc:dddd", "2001:db8:0:x"],
  ["::1", "0:0:0:x"],
  ["", ""],
])("of %s people are told %s", (address, shown) => {
  expect(shortNetworkOf(address)).toBe(shown);
});
