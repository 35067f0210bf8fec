import { expect, test } from "vitest";
import { readMail } from "#server/upstream/replies/read-mail.ts";
import { mailOfParts, plainMail } from "#tests/support/mails.ts";

const sent = ["Ana wrote to you\nHello Nora,\n\nAna of Elm Homes wrote to you:\n\nShall we look on Friday?"];
const quote = "On Sat, Nov 28, 2026 at 3:20 AM Ana <reply-…@r.example> wrote:\r\n\r\n> Shall we look on Friday?";

async function read(mail: Uint8Array) {
  const reading = await readMail(new Uint8Array(mail), { tokens: [], sent });
  if (reading.state !== "read") throw new Error(`Not read: ${reading.reason}`);
  return { words: reading.words, files: reading.attachments.length, original: reading.original };
}

const plainly = (text: string) => read(plainMail({ text }));
const utf8 = "Content-Type: text/plain; charset=utf-8";

test.each(["👍", "❤️"])("a reaction of Gmail is an emoji, once, and no file: %s", async (emoji) => {
  const said = `${emoji}\r\n\r\nNora Lind reacted via Gmail <https://www.google.com/gmail/about/>\r\n\r\n${quote}`;
  const html = `<div><p style="font-size:50px">${emoji}</p><p>Nora Lind reacted via <a href="https://www.google.com/gmail/about/">Gmail</a></p></div>`;
  const parts = [
    { headers: [utf8], body: said },
    { headers: ["Content-Type: text/vnd.google.email-reaction+json"], body: `{"emoji":"${emoji}","version":1}` },
    { headers: ["Content-Type: text/html; charset=utf-8"], body: html },
  ];
  expect(await read(mailOfParts(parts, { kind: "alternative" }))).toEqual({ words: emoji, files: 0, original: "" });
  expect(await plainly(said)).toMatchObject({ words: emoji, files: 0 });
});

test.each([
  ["👍", "👍 Nora Lind reacted to your message:"],
  ["👍", "[Like] Nora Lind reacted to your message:"],
  ["❤️", "Nora Lind reacted to your message:\r\n[Heart]"],
])("a reaction of Outlook is an emoji: %s", async (emoji, text) => {
  expect((await plainly(`${text}\r\n\r\n${quote}`)).words).toBe(emoji);
});

test("the picture of a reaction is no file", async () => {
  const picture = {
    headers: ["Content-Type: image/png; name=like.png", "Content-ID: <1>"],
    body: Buffer.alloc(2_000, 7),
  };
  const text = { headers: [utf8], body: "[Like] Nora Lind reacted to your message:" };
  expect(await read(mailOfParts([text, picture]))).toMatchObject({ words: "👍", files: 0 });
});

test.each([
  ["👍", "Liked “Shall we look on Friday?”"],
  ["❤️", "Loved “Shall we look on Friday?”"],
  ["‼️", 'Emphasized "Shall we look on Friday?"'],
  ["😍", "Reacted 😍 to “Shall we look on Friday?”"],
  ["👍", "Le gustó «Shall we look on Friday?»"],
])("a reaction of an Apple device is an emoji: %s", async (emoji, text) => {
  expect((await plainly(text)).words).toBe(emoji);
});

test.each([
  "Liked “The kitchen”",
  "Liked “Shall we look on Friday?” and would rather see it on Saturday.",
  "My husband reacted to your message with joy.\nHe likes the house, and so do I.\nWhen?",
  "👍",
  "👍 Friday is fine",
])("what a person says themselves is kept: %s", async (text) => {
  expect((await plainly(text.replaceAll("\n", "\r\n"))).words).toBe(text);
});
