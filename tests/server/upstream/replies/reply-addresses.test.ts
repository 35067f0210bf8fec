import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { normaliseEmail } from "#server/upstream/identity/email-address.ts";
import { createReplyAddresses } from "#server/upstream/replies/reply-addresses.ts";

const secret = "a secret of more than thirty-two characters";
const later = "a later secret of more than thirty-two characters";
const domain = "reply.example.com";
const addresses = createReplyAddresses(domain, [secret]);

test("an address leads to the row it was made for, whatever its case on the way", () => {
  const id = randomUUID();
  const address = addresses.addressOf(id);
  expect(address.split("@")[0]).toHaveLength(56);
  expect(normaliseEmail(address)).toBe(address);
  for (const spelling of [address, address.toUpperCase(), address.replace("reply-", "Reply-")])
    expect(addresses.idOf(spelling)).toBe(id);
});

test("an address that anybody else made leads nowhere", () => {
  const [local = ""] = addresses.addressOf(randomUUID()).split("@");
  const letters = "abcdefghijklmnopqrstuvwxyz234567";
  const forged = [...local.slice(6)].map((letter, place) => {
    const other = letters[(letters.indexOf(letter) + 8) % 32];
    return `${local.slice(0, 6 + place)}${other}${local.slice(7 + place)}@${domain}`;
  });
  const odd = ["", "@", local, `${local}@example.com`, `${local}@${domain}.evil.example`, `${local}a@${domain}`];
  const bad = [
    ...odd,
    `reply-@${domain}`,
    `x${local}@${domain}`,
    `${local}\n@${domain}`,
    `reply-${"a".repeat(50)}@${domain}`,
  ];
  expect([...forged, ...bad].filter((address) => addresses.idOf(address) !== null)).toEqual([]);
});

test("addresses outlive a change of secrets until the secret is taken away", () => {
  const id = randomUUID();
  const address = addresses.addressOf(id);
  expect(createReplyAddresses(domain, [later, secret]).idOf(address)).toBe(id);
  expect(createReplyAddresses(domain, [later]).idOf(address)).toBeNull();
});
