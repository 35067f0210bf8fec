import { expect, test } from "vitest";
import { isProved } from "#server/upstream/replies/sender-check.ts";

const host = "mx.example.com";
const ana = "ana@mail.example";

test.each([
  ["DMARC", "mx.example.com; dmarc=pass (p=REJECT) header.from=mail.example"],
  ["DKIM of the same domain", "mx.example.com; dkim=pass header.d=mail.example header.s=k1"],
  ["DKIM of a domain above", "mx.example.com; dkim=pass header.i=@mail.example header.d=mail.example"],
  ["SPF of the same domain", "mx.example.com; spf=pass smtp.mailfrom=bounces@mail.example"],
  ["one of several signatures", "mx.example.com; dkim=fail header.d=other.example; dkim=pass header.d=mail.example"],
  ["capital letters and a version", "MX.Example.com 1; DKIM=Pass header.d=Mail.Example"],
])("%s proves the sender", (_how, header) => {
  expect(isProved([header], host, ana)).toBe(true);
});

test.each([
  ["nothing was checked", []],
  ["another server says so", ["mx.other.example; dmarc=pass header.from=mail.example"]],
  [
    "another domain was proved",
    ["mx.example.com; dkim=pass header.d=evil.example; spf=pass smtp.mailfrom=evil.example"],
  ],
  ["a name that only ends alike was proved", ["mx.example.com; dkim=pass header.d=evilmail.example"]],
  ["a whole top-level domain was proved", ["mx.example.com; dkim=pass header.d=example"]],
  ["SPF proved the greeting alone", ["mx.example.com; spf=pass smtp.helo=mail.example"]],
  ["it failed", ["mx.example.com; spf=fail smtp.mailfrom=mail.example; dkim=none"]],
  ["DMARC failed", ["mx.example.com; spf=pass smtp.mailfrom=mail.example; dmarc=fail header.from=mail.example"]],
  [
    "a comment says so",
    ["mx.example.com; dkim=none (dkim=pass header.d=mail.example; dmarc=pass header.from=mail.example)"],
  ],
  [
    "a header further down says otherwise",
    ["mx.example.com; dkim=none; spf=none; dmarc=none", "mx.example.com; dkim=pass header.d=mail.example"],
  ],
  ["the header is odd", [";;;=;", "mx.example.com", "((((", `mx.example.com; ${"a=b ".repeat(10_000)}`]],
])("nothing is proved where %s", (_why, headers) => {
  expect(isProved(headers, host, ana)).toBe(false);
});

test("without a server that is trusted nothing is proved", () => {
  expect(isProved(["mx.example.com; dmarc=pass header.from=mail.example"], null, ana)).toBe(false);
});
