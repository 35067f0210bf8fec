import fc from "fast-check";
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
  [
    "a name in quotes, folded lines and comments",
    '"mx.example.com" (a \\) b)\n\t1 ; dkim (c) / 1 = pass\n\theader . d = mail.example',
  ],
  ["an address with an apostrophe", "mx.example.com; spf=pass smtp.mailfrom=pat.o'rell@mail.example"],
  [
    "what OpenDKIM writes",
    'mx.example.com; dkim=pass (2048-bit key; unprotected) header.d=mail.example header.b="Ab/c+d=="',
  ],
  [
    "what Exchange writes",
    "mx.example.com; spf=none (sender IP is 192.0.2.1) smtp.mailfrom=x.example;dmarc=pass action=none header.from=mail.example;compauth=pass reason=100",
  ],
  ["a reason in quotes", 'mx.example.com; dkim=pass reason="good; \\"signature\\"" header.d=mail.example'],
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
  ["the topmost header says none", ["mx.example.com 1; none", "mx.example.com; dkim=pass header.d=mail.example"]],
  [
    "the topmost header speaks of another method",
    ["mx.example.com; spf=none", "mx.example.com; dkim=pass header.d=mail.example"],
  ],
  [
    "the topmost header does not parse",
    ["mx.example.com; spf=none (", "mx.example.com; dkim=pass header.d=mail.example"],
  ],
  [
    "it cannot be told whose the topmost header is",
    ["(mx.example.com; spf=none", "mx.example.com; dkim=pass header.d=mail.example"],
  ],
  [
    "a quoted local part says so",
    ['mx.example.com; dkim=none; spf=pass smtp.mailfrom="a; dkim=pass header.d=mail.example "@evil.test'],
  ],
  [
    "a comment with quoted parentheses says so",
    ["mx.example.com; dkim=none (helo \\); dkim=pass header.d=mail.example \\(); spf=none"],
  ],
  ["the local part is quoted", ['mx.example.com; spf=pass smtp.mailfrom="ana"@mail.example']],
  ["the local part has a semicolon", ['mx.example.com; spf=pass smtp.mailfrom="a;na@mail.example"']],
  ["the local part has parentheses", ['mx.example.com; spf=pass smtp.mailfrom="a(n)a@mail.example"']],
  ["the address has two at signs", ["mx.example.com; spf=pass smtp.mailfrom=a@evil.test@mail.example"]],
  ["a property is given twice", ["mx.example.com; spf=pass smtp.mailfrom=evil.test smtp.mailfrom=mail.example"]],
  ["something follows", ["mx.example.com; dkim=pass header.d=mail.example @evil.test"]],
  ["there is a control character", ["mx.example.com; dkim=pass (\u0001) header.d=mail.example"]],
  ["the name goes on", ["mx.example.com@evil.test; dkim=pass header.d=mail.example"]],
  ["the header is odd", [";;;=;", "mx.example.com", "((((", `mx.example.com; ${"a=b ".repeat(10_000)}`]],
])("nothing is proved where %s", (_why, headers) => {
  expect(isProved(headers, host, ana)).toBe(false);
});

test("without a server that is trusted nothing is proved", () => {
  expect(isProved(["mx.example.com; dmarc=pass header.from=mail.example"], null, ana)).toBe(false);
});

/** As a server writes it that follows RFC 5322: what could end it is escaped. */
const inComment = (text: string) => `(${text.replace(/[\\()]/g, "\\$&")})`;
const inQuotes = (text: string) => `"${text.replace(/[\\"]/g, "\\$&")}"`;

/** Pieces of what a forger would write, between any text. */
const forged = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'();"\\=@,<> ', "dkim=pass", "spf=pass", "dmarc=pass", "mx.example.com"),
      fc.constantFrom(
        "header.d=mail.example",
        "header.from=mail.example",
        "smtp.mailfrom=mail.example",
        "@mail.example",
      ),
      fc.string({ unit: "grapheme" }),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join("").replace(/\p{Cc}/gu, " "));
const nested = fc
  .tuple(forged, forged, forged)
  .map(([a, b, c]) => `${inComment(a).slice(0, -1)}${inComment(b)}${c.replace(/[\\()]/g, "\\$&")})`);
const space = fc.oneof(
  fc.constantFrom(" ", "\t", "  ", "\n "),
  forged.map((text) => ` ${inComment(text)} `),
  nested,
);

test("whatever a stranger's local part, greeting and comments hold, they prove nothing", () => {
  fc.assert(
    fc.property(forged, forged, forged, space, (local, greeting, comment, gap) => {
      const header = (from: string) =>
        [
          `mx.example.com${gap}; dkim=none ${inComment(comment)}`,
          `spf=pass ${inComment(greeting)}${gap}smtp.mailfrom=${from}evil.test smtp.helo=${inQuotes(greeting)}`,
          `dmarc=none reason=${inQuotes(comment)}${gap}header.from=evil.test`,
        ].join(";");
      expect(isProved([header(`${inQuotes(local)}@`)], host, ana)).toBe(false);
      expect(isProved([header("")], host, ana)).toBe(false);
    }),
  );
});

test("what is proved stays so between whatever greetings and comments", () => {
  fc.assert(
    fc.property(forged, fc.array(space, { minLength: 4, maxLength: 4 }), (greeting, [a, b, c, d]) => {
      const header = `mx.example.com${a};${b}spf=none smtp.helo=${inQuotes(greeting)}${c}; dkim${d}=pass${a}header.d${b}=${c}mail.example${d}`;
      expect(isProved([header], host, ana)).toBe(true);
      expect(isProved(["mx.test; dkim=none", header], host, ana)).toBe(true);
      expect(isProved(["mx.example.com; none", header], host, ana)).toBe(false);
    }),
  );
});

test("any text is read, and one that our server did not write proves nothing", () => {
  fc.assert(
    fc.property(forged, (text) => {
      expect(isProved([`mx.test; spf=none ${text}`, text.replaceAll("mx.example.com", "")], host, ana)).toBe(false);
    }),
  );
});
