import { createHash, randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type MailReading, mailBounds, mailReading } from "#server/upstream/replies/mail-reading.ts";
import { readMail } from "#server/upstream/replies/read-mail.ts";
import { BoundMet, runBounded } from "#server/upstream/texts/bounded-worker.ts";
import { encodeText } from "#tests/support/encoding.ts";
import { mailOfParts, plainMail } from "#tests/support/mails.ts";

type Read = Extract<MailReading, { state: "read" }>;

async function read(mail: Uint8Array): Promise<Read> {
  const reading = await readMail(new Uint8Array(mail));
  if (reading.state !== "read") throw new Error(`Not read: ${reading.reason}`);
  return reading;
}

const spanish = "Sí, mañana a las 3. ¿Está el garaje?";
const western = "Žluťoučký kůň a dům";
const russian = "Да, завтра в три часа";
const japanese = "はい、明日の三時に伺います";

test.each([
  ["utf-8", spanish],
  ["iso-8859-1", spanish],
  ["iso-8859-15", `${spanish} €`],
  ["windows-1252", `${spanish} “€”`],
  ["iso-8859-2", western],
  ["windows-1250", western],
  ["windows-1251", russian],
  ["koi8-r", russian],
  ["shift_jis", japanese],
  ["iso-2022-jp", japanese],
  ["euc-jp", japanese],
  ["euc-kr", "네, 내일 세 시에 갈게요"],
  ["gb18030", "好的,明天三点见"],
  ["gbk", "好的,明天三点见"],
  ["big5", "好的,明天三點見"],
  ["utf-16le", spanish],
  ["utf-16be", russian],
])("a reply in %s is read", async (charset, text) => {
  const part = { headers: [`Content-Type: text/plain; charset="${charset}"`], body: encodeText(text, charset) };
  expect((await read(mailOfParts([part]))).words).toBe(text);
});

test("a reply without a character set is read as UTF-8", async () => {
  const part = { headers: ["Content-Type: text/plain"], body: encodeText(spanish, "utf-8") };
  expect((await read(mailOfParts([part]))).words).toBe(spanish);
});

test("an email that has HTML alone becomes text, without what it quotes", async () => {
  const body =
    "<p>Yes.</p><p>On Mon, Nov 2, 2026 at 9:15 AM Sam &lt;s@r.example&gt; wrote:</p><blockquote type='cite'>Thursday?</blockquote>";
  const mail = mailOfParts([{ headers: ["Content-Type: text/html; charset=utf-8"], body }]);
  expect((await read(mail)).words).toBe("Yes.");
});

test("of a text in two forms the plain one is taken", async () => {
  const plain = { headers: ["Content-Type: text/plain"], body: "Yes." };
  const html = { headers: ["Content-Type: text/html"], body: "<b>Yes!</b>" };
  expect((await read(mailOfParts([plain, html], { kind: "alternative" }))).words).toBe("Yes.");
});

test("characters that no text has are left out, and a text that is longer than a message is cut", async () => {
  const odd = await read(plainMail({ text: "a\u0000b\u0007c\u001b[31m\td" }));
  expect(odd).toMatchObject({ words: "abc[31m\td", isCut: false });
  const long = await read(plainMail({ text: `${"😀".repeat(6_000)}` }));
  expect(long.isCut).toBe(true);
  expect(long.words.isWellFormed() && long.words.length <= mailBounds.words).toBe(true);
});

describe("files", () => {
  const text = { headers: ["Content-Type: text/plain"], body: "See these." };

  test("attached ones keep their names and bytes, and photos of phones, which are shown within the text", async () => {
    const photo = new Uint8Array(randomBytes(100_000));
    const mail = mailOfParts([
      text,
      {
        headers: ['Content-Type: application/pdf; name="Offer.pdf"', "Content-Disposition: attachment"],
        body: Buffer.from("%PDF-1.7"),
      },
      {
        headers: [
          "Content-Type: image/jpeg",
          "Content-Disposition: inline; filename*=utf-8''Jard%C3%ADn.jpeg",
          "Content-ID: <p1>",
        ],
        body: photo,
      },
      { headers: ["Content-Type: message/rfc822"], body: "Subject: Forwarded\r\n\r\nInside" },
    ]);
    const { attachments, words } = await read(mail);
    expect(words).toBe("See these.");
    expect(attachments.map(({ name, mime }) => [name, mime])).toEqual([
      ["Offer.pdf", "application/pdf"],
      ["Jardín.jpeg", "image/jpeg"],
      [null, "message/rfc822"],
    ]);
    const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
    expect(attachments.map(({ content }) => digest(content))[1]).toBe(digest(photo));
  });

  test("dots that nobody sees and signatures of programs are no attachments; a screenshot is one", async () => {
    const picture = (bytes: number) => ({
      headers: ["Content-Type: image/png", "Content-Disposition: inline", `Content-ID: <${bytes}>`],
      body: randomBytes(bytes),
    });
    const signature = { headers: ["Content-Type: application/pgp-signature"], body: "-----BEGIN PGP SIGNATURE-----" };
    const { attachments } = await read(mailOfParts([text, picture(68), picture(20_000), signature]));
    expect(attachments.map(({ content }) => content.length)).toEqual([20_000]);
  });
});

describe("which email it is", () => {
  test("is known by its id", async () => {
    expect((await read(plainMail({ id: "<abc@mail.example>" }))).key).toBe("<abc@mail.example>");
  });

  test("is known by its words without an id, whatever servers add on the way", async () => {
    const keyOf = async (headers: readonly string[], text?: string) =>
      (await read(plainMail({ id: null, headers, ...(text !== undefined && { text }) }))).key;
    const key = await keyOf(["Received: from a by b; Mon, 2 Nov 2026 09:15:01 -0600"]);
    expect(await keyOf(["Received: from c by d; Mon, 2 Nov 2026 09:45:01 -0600"])).toBe(key);
    expect(await keyOf([], "Friday, please.")).not.toBe(key);
  });
});

test("a report names the addresses that cannot be reached for good", async () => {
  const status = [
    "Reporting-MTA: dns; mx.example",
    "",
    "Final-Recipient: rfc822; ana@mail.example",
    "Action: failed",
    "Status: 5.1.1",
    "",
    "Final-Recipient: rfc822; late@mail.example",
    "Action: delayed",
    "Status: 4.4.1",
  ].join("\r\n");
  const report = { headers: ["Content-Type: message/delivery-status"], body: status };
  const mail = mailOfParts([{ headers: ["Content-Type: text/plain"], body: "Sorry." }, report], { kind: "report" });
  expect(await read(mail)).toMatchObject({ failed: ["ana@mail.example"], attachments: [] });
});

describe("an email that was made to do harm", () => {
  const signal = new AbortController().signal;
  const { memoryBytes } = mailBounds;
  const none = { tokens: [], sent: [] };
  const readBounded = async (mail: Uint8Array) => {
    const bounds = { milliseconds: mailBounds.milliseconds, memoryBytes, signal };
    try {
      return mailReading.parse(
        await runBounded("../replies/mail-worker", { bytes: new Uint8Array(mail), known: none }, bounds),
      ).state;
    } catch (error) {
      if (error instanceof BoundMet) return "bound met";
      throw error;
    }
  };
  const nested = (depth: number) => {
    const heads = Array.from(
      { length: depth },
      (_, level) => `Content-Type: multipart/mixed; boundary=n${level}\r\n\r\n--n${level}\r\n`,
    );
    return Buffer.from(`From: a@b.example\r\n${heads.join("")}\r\nx`);
  };
  const forwarded = (depth: number) => Buffer.from("Content-Type: message/rfc822\r\n\r\n".repeat(depth));

  test.each([
    ["10,000 parts", mailOfParts(Array.from({ length: 10_000 }, () => ({ headers: [], body: "x" }))), "refused"],
    ["nesting of 500", nested(500), "refused"],
    ["nesting of 100,000", nested(100_000), "refused"],
    ["emails within emails", forwarded(100_000), "read"],
    ["headers without end", Buffer.from(`X: ${"a".repeat(20_000_000)}\r\n\r\n`), "refused"],
    ["a million headers", Buffer.from("a:b\r\n".repeat(1_000_000)), "refused"],
    ["a million addresses", Buffer.from(`From: ${"a@b,".repeat(200_000)}\r\n\r\nx`), "read"],
    ["a million encoded words", Buffer.from(`Subject: ${"=?utf-8?q?a?= ".repeat(60_000)}\r\n\r\nx`), "read"],
    ["nothing", Buffer.from(""), "read"],
    ["bytes", randomBytes(1_000_000), "read"],
  ])("is read or refused in bounded time and memory: %s", async (_what, mail, outcome) => {
    expect([outcome, "bound met"]).toContain(await readBounded(mail));
  });

  test("leaves its file as it is: 25 MB of zeros in base64", async () => {
    const zeros = Buffer.alloc(18 * 1024 ** 2);
    const mail = mailOfParts([{ headers: ["Content-Type: application/zip; name=a.zip"], body: zeros }]);
    expect(mail.length).toBeLessThanOrEqual(mailBounds.bytes);
    expect(await readBounded(mail)).toBe("read");
  });
});

test("what a mail server found out is read as it was written, and a sender's address holds nothing odd", async () => {
  const found = "mx.example; dkim=none (\\\u0001); dkim=pass header.d=mail.example (";
  const { headers, from } = await read(
    plainMail({ from: "a\u0000\u0001na@mail.example", headers: [`Authentication-Results: ${found}`] }),
  );
  expect(headers).toContainEqual({ key: "authentication-results", value: found });
  expect(from.join()).not.toMatch(/\p{Cc}/u);
});
