import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createVault } from "#server/vault.ts";

const drawSecret = () => randomBytes(32).toString("base64url");

test("sealed text opens again and cannot be read until then", () => {
  const vault = createVault([drawSecret()]);
  const sealed = vault.seal("token-of-mine ☂", "row 1");
  expect(sealed.toString("latin1")).not.toContain("token-of-mine");
  expect(vault.open(sealed, "row 1")).toBe("token-of-mine ☂");
});

test("the same text is sealed differently each time", () => {
  const vault = createVault([drawSecret()]);
  expect(vault.seal("same", "row")).not.toEqual(vault.seal("same", "row"));
});

test("text sealed for one context does not open in another", () => {
  const vault = createVault([drawSecret()]);
  expect(vault.open(vault.seal("text", "row 1"), "row 2")).toBeNull();
});

test("a changed byte is refused", () => {
  const vault = createVault([drawSecret()]);
  const sealed = vault.seal("text", "row");
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(vault.open(changed, "row"), `byte ${at}`).toBeNull();
  }
  for (let length = 0; length < sealed.length; length += 1) {
    expect(vault.open(sealed.subarray(0, length), "row"), `cut at ${length}`).toBeNull();
  }
});

test("the first secret seals; older ones still open until they are removed", () => {
  const [older, newer] = [drawSecret(), drawSecret()];
  const sealedBefore = createVault([older]).seal("before", "row");
  const rotating = createVault([newer, older]);
  const sealedNow = rotating.seal("now", "row");
  expect(rotating.open(sealedBefore, "row")).toBe("before");
  expect(createVault([newer]).open(sealedNow, "row")).toBe("now");
  expect(createVault([newer]).open(sealedBefore, "row")).toBeNull();
});

test("a mark depends on the text and on the secret", () => {
  const secret = drawSecret();
  expect(createVault([secret]).mark("text")).toBe(createVault([secret, drawSecret()]).mark("text"));
  expect(createVault([secret]).mark("text")).not.toBe(createVault([secret]).mark("other"));
  expect(createVault([secret]).mark("text")).not.toBe(createVault([drawSecret()]).mark("text"));
});

test("a mark is recognized by its beginning, with each secret", () => {
  const [older, newer] = [drawSecret(), drawSecret()];
  const mark = createVault([older]).mark("text").slice(0, 12);
  const rotating = createVault([newer, older]);
  expect([rotating.isMark("text", mark), rotating.isMark("other", mark)]).toEqual([true, false]);
  expect(createVault([newer]).isMark("text", mark)).toBe(false);
});

test("no secret and a short secret are refused", () => {
  expect(() => createVault([])).toThrow("at least one");
  expect(() => createVault(["short"])).toThrow("32 characters");
});
