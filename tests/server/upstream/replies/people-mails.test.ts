import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { KnownMail } from "#server/upstream/replies/mail-reading.ts";
import { secretsIn, withoutTokens } from "#server/upstream/replies/mailed-tokens.ts";
import { findTokens, readMail } from "#server/upstream/replies/read-mail.ts";
import { replyOf } from "#server/upstream/replies/reply-text.ts";
import { encodeText } from "#tests/support/encoding.ts";
import { mailOfParts, plainMail } from "#tests/support/mails.ts";

/** An email as people's programs send it. */
function mailOf(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(join(import.meta.dirname, "mails", `mail-${name}.eml`)));
}

async function read(mail: Uint8Array, known?: KnownMail) {
  const reading = await readMail(new Uint8Array(mail), known);
  if (reading.state !== "read") throw new Error(`Not read: ${reading.reason}`);
  return reading;
}

test.each([
  ["dashes-between-parts", "Please confirm by tonight."],
  ["more-than-signs", "> 2,000 sqft\n< 700k"],
  ["moving-plan", "To: 98 Pine Street"],
  ["on-page-12-wrote", "On page 12 the inspector wrote:\nThe roof"],
  ["html-indented", "They leave the washer"],
  ["forwarded-gmail", "$450,000"],
  ["short-answer", "At what time?"],
  ["charset-ascii-but-utf8", "Señora Peña says yes"],
  ["plain-part-of-no-use", "Yes, Friday at 3 works."],
])("of a person's own lines nothing is cut: %s", async (name, words) => {
  const reading = await read(mailOf(name));
  expect(reading.words).toContain(words);
  expect(reading.original).toBe("");
});

test.each(["gmail-german", "gmx-html", "outlook-german-safelink"])(
  "a quote behind the last line is cut, and kept: %s",
  async (name) => {
    const reading = await read(mailOf(name));
    expect(reading.words).toBe("Ja, Freitag passt.");
    expect(reading.original).toMatch(/Ana Agent/);
  },
);

const address = "reply-abcdefghijklmnopqrstuvwxyz234567abcdefghijklmnopqr@reply.agents.example";
const ours =
  "Hello Nora,\n\nAna of Elm Homes wrote to you:\n\nCan you come on Friday?\n\nRead and reply:\nhttps://homes.example/client-portal/sign-in/abcdefghijklmnopqrstuvwxyzabcdefghijklmnopq?next=%2Fa\n\nElm Homes";

test.each([
  ["gmail-russian", "Case28 Да, пятница подходит."],
  ["gmail-hebrew", "Case32 כן, יום שישי מתאים."],
  ["yahoo-no-blank", "Case45 yes, Friday."],
])(
  "of an answer in any language the quote of our email is folded, and our address nowhere: %s",
  async (name, words) => {
    const text = Buffer.from(mailOf(name))
      .toString("utf8")
      .replaceAll("{TO}", address)
      .replace("{QUOTE}", ours.replace(/^/gm, "> "))
      .replace("{PLAINQUOTE}", ours);
    for (const sent of [[], [`Ana wrote to you\n${ours}`]]) {
      const reading = await read(Buffer.from(text), { tokens: [], sent });
      expect(reading.words).toBe(words);
      expect(reading.original).toContain("Can you come on Friday?");
      expect(JSON.stringify(reading)).not.toMatch(/reply-[a-z2-7]{8}/);
    }
  },
);

test("a subject that is not of an email of ours is part of what was written", async () => {
  expect(await read(mailOf("only-subject"))).toMatchObject({ subject: "Yes, Friday at 3 works", words: "" });
  const known = { tokens: [], sent: ["Ana wrote to you\nHello"] };
  expect((await read(mailOf("short-answer"), known)).subject).toBe("");
});

const author = "Ana Agent <ana@agents.example>";
const marked = "> Hello Sam,\n> can you come on Friday?";
const bare = "Hello Sam,\ncan you come on Friday?";

test.each([
  `Am Do., 26. Nov. 2026 um 09:15 Uhr schrieb ${author}:`,
  `Op do 26 nov 2026 om 09:15 schreef ${author}:`,
  `Le jeu. 26 nov. 2026 à 09:15, ${author} a écrit :`,
  "El jue, 26 nov 2026 a las 9:15, Ana Agent (<ana@agents.example>) escribió:",
  `Em qui., 26 de nov. de 2026 às 09:15, ${author} escreveu:`,
  `Il giorno gio 26 nov 2026 alle ore 09:15 ${author} ha scritto:`,
  `czw., 26 lis 2026 o 09:15 ${author} napisał(a):`,
  `${author} 于2026年11月26日周四 09:15写道：`,
  `2026年11月26日(木) 9:15 ${author}:`,
  `> Am 26.11.2026 um 09:15 schrieb ${author}:`,
  `> Op 26 nov 2026 om 09:15 heeft ${author} het volgende geschreven:`,
  `> W dniu 26.11.2026, o godz. 09:15, użytkownik ${author} napisał:`,
  `> 2026/11/26 9:15、${author}のメール:`,
  `> 在 2026年11月26日，上午9:15，${author} 写道：`,
  `On Thursday, November 26th, 2026 at 9:15 AM, ${author} wrote:`,
])("the line above a quote is known in its language: %s", (line) => {
  expect(replyOf(`OK.\n\n${line}\n\n${marked}`)).toEqual({ words: "OK.", isCut: true });
});

test.each([
  `Von: ${author}\nGesendet: Donnerstag, 26. November 2026 09:15\nAn: Sam\nBetreff: Haus`,
  `Van: ${author}\nVerzonden: donderdag 26 november 2026 09:15\nAan: Sam\nOnderwerp: Huis`,
  `De : ${author}\nEnvoyé : jeudi 26 novembre 2026 09:15\nÀ : Sam\nObjet : Maison`,
  `De: ${author}\nEnviado: jueves, 26 de noviembre\nPara: Sam\nAsunto: Casa`,
  `De: ${author}\nEnviada em: quinta-feira\nPara: Sam\nAssunto: Casa`,
  `Da: ${author}\nInviato: giovedì\nA: Sam\nOggetto: Casa`,
  `Od: ${author}\nWysłano: czwartek\nDo: Sam\nTemat: Dom`,
  `发件人: ${author}\n发送时间: 2026年11月26日\n收件人: Sam\n主题: 房子`,
  `差出人: ${author}\n送信日時: 2026年11月26日\n宛先: Sam\n件名: 家`,
  `-------- Ursprüngliche Nachricht --------\nVon: ${author}\nDatum: 26.11.26 09:15 (GMT+01:00)\nAn: Sam\nBetreff: Haus`,
])("headers above a history that is not marked are known in their language: %s", (headers) => {
  expect(replyOf(`OK.\n\n${headers}\n\n${bare}`)).toEqual({ words: "OK.", isCut: true });
});

const sent = [
  "Ana wrote to you\nHello Sam,\n\nAna of Elm Homes wrote to you:\n\nCan you both come on Friday at three, or is Saturday better?\n\nWhat about the garage?\n\nRead and reply:\nhttps://x.example/a",
];

test("answers between the lines of our own email are kept, marked or not", () => {
  const [, text = ""] = sent[0]?.split("Ana wrote to you\n") ?? [];
  const answered = text.replace("better?", "better?\n\nFriday.").replace("garage?", "garage?\n\nNo need of it.");
  const headers = `From: ${author}\nSent: Thursday\nTo: Sam\nSubject: Ana wrote to you`;
  expect(replyOf(`${headers}\n\n${answered}`, { sent }).words).toBe("Friday.\nNo need of it.");
  const quoted = answered.replace(/^(?!Friday\.|No need)/gm, "> ");
  expect(replyOf(quoted, { sent }).words).toBe("Friday.\nNo need of it.");
});

test.each([
  "See you on Friday at three.",
  "Options\n_____\nA\n_____\nB",
  "Please wire it.\nSent from my bank: 20,000.",
  "On November 2, 2026 at 9:15 AM the inspector wrote:\nThe roof is old.\n\nIs it?",
  "Our wishes:\n> a porch\n> a cellar",
])("what only looks like a quote is kept: %s", (text) => {
  expect(replyOf(text, { sent })).toEqual({ words: text, isCut: false });
});

test("a text is read by its bytes where its header names another encoding, or none that there is", async () => {
  const words = async (charset: string, body: Uint8Array) =>
    (await read(mailOfParts([{ headers: [`Content-Type: text/plain; charset=${charset}`], body }]))).words;
  const text = "¿Mañana a las 3? Está bien, señora Peña.";
  for (const charset of ["us-ascii", "iso-8859-1", "windows-1251", "x-unknown", "ansi"])
    expect(await words(charset, encodeText(text, "utf-8"))).toBe(text);
  const russian = "Да, завтра в три часа мы можем прийти и посмотреть дом ещё раз.";
  expect(await words("unknown-8bit", encodeText(russian, "windows-1251"))).toBe(russian);
});

test("an answer to an invitation says so, and files packed by Outlook are opened", async () => {
  const answer =
    "BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nBEGIN:VEVENT\r\nATTENDEE;PARTSTAT=DECLINED:mailto:a@b.example\r\nSUMMARY:Showing\\, Elm St\r\nDTSTART:20261127T150000Z\r\nEND:VEVENT\r\nEND:VCALENDAR";
  const attribute = (level: number, name: number, content: Buffer) => {
    const head = Buffer.alloc(9);
    head.writeUInt8(level, 0);
    head.writeUInt32LE(name, 1);
    head.writeUInt32LE(content.length, 5);
    return Buffer.concat([head, content, Buffer.alloc(2)]);
  };
  const packed = Buffer.concat([
    Buffer.from([0x78, 0x9f, 0x3e, 0x22, 1, 0]),
    attribute(2, 0x0006_9002, Buffer.alloc(14)),
    attribute(2, 0x0001_8010, Buffer.from("Offer.pdf\0")),
    attribute(2, 0x0006_800f, Buffer.from("%PDF-1.7")),
  ]);
  const { calendar, attachments } = await read(
    mailOfParts([
      { headers: ["Content-Type: text/calendar; method=REPLY"], body: answer },
      { headers: ["Content-Type: application/ms-tnef; name=winmail.dat"], body: packed },
    ]),
  );
  expect(calendar).toEqual([{ answer: "declined", summary: "Showing, Elm St", start: "20261127T150000Z" }]);
  expect(attachments.map(({ name, content }) => [name, content.length])).toEqual([["Offer.pdf", 8]]);
});

/** The ways in which filters and programs write a link. */
function writtenWays(url: string): readonly string[] {
  const encoded = encodeURIComponent(url);
  const proofpoint = url.replace(/[^A-Za-z0-9./]/g, (sign) => `-${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const base64 = Buffer.from(url).toString("base64");
  return [
    url,
    `https://nam02.safelinks.protection.outlook.com/?url=${encoded.replaceAll("-", "%2D")}&amp;data=05%7C02&reserved=0`,
    `https://linkprotect.cudasvc.com/url?a=${encodeURIComponent(encoded.replaceAll("_", "%5F"))}&c=E,1`,
    `https://urldefense.proofpoint.com/v2/url?u=${proofpoint.replaceAll("/", "_")}&d=DwMFaQ&c=a`,
    `https://urldefense.com/v3/__${url}__;!!Kys!abc$`,
    `https://eu-west-1.protection.sophos.com/?d=x.example&u=${encodeURIComponent(base64)}&i=1`,
    `https://filter.example/c/${Buffer.from(`x${url}`).toString("base64url")}/y`,
    url.replace(/.{31}/g, "$& \r\n> "),
    url.replaceAll("-", "=2D").replace(/.{40}/g, "$&=\r\n"),
    url.replace(/./g, (sign) => `&#${sign.charCodeAt(0)};`),
    url.replace(/.{9}/g, "$&<wbr>"),
    Buffer.from(`Read and reply:\r\n${url}\r\nBye`).toString("base64").replace(/.{76}/g, "$&\r\n"),
  ];
}

test("a secret of a mailed link is found and taken out however it is written, and nothing else is", () => {
  const left: string[] = [];
  for (let round = 0; round < 5; round += 1) {
    const token = `${randomBytes(30).toString("base64url")}-_a`;
    const url = `https://homes.example/client-portal/sign-in/${token}?next=/client-portal/dashboard`;
    for (const written of writtenWays(url)) {
      const text = `Yes, Friday.\n\nFrom: Ana\n\n${written}\n\nThat is all.`;
      const masked = withoutTokens(text, new Set([token]), () => "…");
      const isGone = secretsIn(text).tokens.has(token) && !secretsIn(masked).tokens.has(token);
      if (!isGone || !masked.startsWith("Yes, Friday.\n\nFrom: Ana") || !masked.endsWith("That is all."))
        left.push(written);
    }
  }
  expect(left).toEqual([]);
});

test("secrets are taken out of attached emails and pages, too, whose other bytes stay", async () => {
  const token = randomBytes(32).toString("base64url");
  const url = `https://homes.example/client-portal/sign-in/${token}`;
  const inner = plainMail({ text: Buffer.from(`Hello.\r\n${url}\r\nBye.`).toString("base64") });
  const addressed = plainMail({
    from: address.toUpperCase(),
    text: `<a href="mailto:${address.replace("@", "%40")}">`,
  });
  const mail = mailOfParts([
    { headers: ["Content-Type: text/plain"], body: `Yes.\r\n${url}` },
    { headers: ["Content-Type: message/rfc822"], body: inner.toString() },
    { headers: ["Content-Type: message/rfc822"], body: addressed.toString() },
    { headers: ["Content-Type: text/html; name=a.html", "Content-Disposition: attachment"], body: `<a href="${url}">` },
  ]);
  const { placed } = await findTokens(new Uint8Array(mail));
  const { words, attachments } = await read(mail, { tokens: [token, ...placed], sent: [] });
  const all = [words, ...attachments.map(({ content }) => Buffer.from(content).toString())];
  expect(all.filter((text) => secretsIn(text).tokens.has(token))).toEqual([]);
  expect(all.join()).not.toMatch(/reply-[a-z2-7]{8}/i);
  expect(words).toContain("client-portal/sign-in/…");
  expect(all[1]).toContain("Subject: Re: The house");
});
