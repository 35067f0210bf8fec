import { expect, test } from "vitest";
import { replyOf } from "#server/upstream/replies/reply-text.ts";

const answer = "Yes, Thursday at 3 works.\n\nIs the garage included?";
const quote = "> Hello Ana,\n> can you come on Thursday?\n>\n>> older words";
const bare = "Hello Ana,\n\ncan you come on Thursday?";
/** An email that was answered. */
const sent = ["Sam wrote to you\nHello Ana,\n\ncan you come on Thursday?\n\nolder words\n\nAnd the garage?"];

test.each([
  ["Gmail", `${answer}\n\nOn Mon, Nov 2, 2026 at 9:15 AM Sam Reed <reply-x@r.example> wrote:\n\n${quote}\n`],
  [
    "Gmail, broken over lines",
    `${answer}\n\nOn Mon, Nov 2, 2026 at 9:15 AM Sam Reed via Latchkey <\nreply-abc@r.example> wrote:\n\n${quote}`,
  ],
  [
    "Gmail in Spanish",
    `${answer}\n\nEl lun, 2 nov 2026 a las 9:15, Sam Reed (<reply-x@r.example>) escribió:\n\n${quote}`,
  ],
  ["Apple Mail", `${answer}\n\n> On Nov 2, 2026, at 9:15 AM, Sam Reed <s@r.example> wrote:\n> \n${quote}`],
  [
    "Apple Mail in Spanish",
    `${answer}\n\nEl 2 nov 2026, a la(s) 9:15 a.m., Sam Reed <s@r.example> escribió:\n\n${quote}`,
  ],
  [
    "Yahoo, which does not mark quotes",
    `${answer}\n\n    On Monday, November 2, 2026 at 09:15:12 AM CST, Sam Reed <s@r.example> wrote:\n\n${bare}`,
  ],
  [
    "Yahoo in Spanish",
    `${answer}\n\n    El lunes, 2 de noviembre de 2026, 09:15:12 GMT-6, Sam Reed <s@r.example> escribió:\n\n${bare}`,
  ],
  [
    "Outlook",
    `${answer}\n\n________________________________\nFrom: Sam Reed <s@r.example>\nSent: Monday, November 2, 2026 9:15 AM\nTo: Ana\nSubject: House\n\n${bare}`,
  ],
  [
    "Outlook without a line",
    `${answer}\n\nFrom: Sam Reed <s@r.example>\nSent: Monday, November 2, 2026 9:15 AM\nTo: Ana Ruiz\nSubject: House\n\n${bare}`,
  ],
  [
    "Outlook in Spanish",
    `${answer}\n\nDe: Sam Reed <s@r.example>\nEnviado el: lunes, 2 de noviembre de 2026 9:15\nPara: Ana Ruiz\nAsunto: Casa\n\n${bare}`,
  ],
  [
    "Outlook with bold headers",
    `${answer}\n\n*From:* Sam Reed <s@r.example>\n*Sent:* Monday\n*To:* Ana\n*Subject:* House\n\n${bare}`,
  ],
  ["old Outlook", `${answer}\n\n-----Original Message-----\nFrom: Sam\n\n${bare}`],
  ["old Outlook in Spanish", `${answer}\n\n-----Mensaje original-----\nDe: Sam\n\n${bare}`],
  ["plain quotes", `${answer}\n\n${quote}`],
  ["a date as the computer writes it", `${answer}\n\n2026-11-02 9:15 GMT-06:00 Sam Reed <s@r.example>:\n\n${quote}`],
  ["Windows line ends", `${answer}\n\n${quote}`.replaceAll("\n", "\r\n")],
  ["a phone", `${answer}\n\nSent from my iPhone`],
  ["a phone in Spanish", `${answer}\n\nEnviado desde mi iPhone\n\n${quote}`],
  [
    "Outlook for phones",
    `${answer}\n\nGet Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\nFrom: Sam\nSent: x\nTo: y\n\n${bare}`,
  ],
])("what %s adds to a reply is left out", (_program, text) => {
  expect(replyOf(text, { sent })).toEqual({ words: answer, isCut: true });
});

test("answers between and below quotes are kept", () => {
  const text =
    "On Mon, Nov 2, 2026 at 9:15 AM Sam <s@r.example> wrote:\n> Thursday?\nYes.\n> And the garage?\nI hope so.\n";
  expect(replyOf(text, { sent: [...sent, "Thursday?"] }).words).toBe("Yes.\nI hope so.");
});

test.each([
  "On Thursday she wrote: I like it.",
  "On second thought, my husband wrote:\nwe would rather wait.",
  "El agente escribió:\nno hay prisa.",
  "From: the street you see nothing.\nIt is quiet.",
  "De: nada",
  "We offer:\n- $500,000\n-- and the piano",
  "Budget 450-500k --- maybe more",
])("words that only look like a quote are kept: %s", (text) => {
  expect(replyOf(text, { sent })).toEqual({ words: text, isCut: false });
});

test("an email that would be empty without its quotes is kept whole, unless it repeats ours alone", () => {
  expect(replyOf(quote)).toEqual({ words: quote, isCut: false });
  expect(replyOf(quote, { sent })).toEqual({ words: "", isCut: true });
  expect(replyOf("\n \n").words).toBe("");
});

test("a text that is made to take long takes no longer than in proportion to its length", () => {
  for (const unit of [
    "On 1 ",
    "On 1\n",
    ">",
    "> \n",
    "-",
    "_",
    "From: a\n",
    "Sent from my ",
    " ",
    "\n",
    "*",
    "wrote:\n",
    "El 1 escribió: ",
  ]) {
    const timeOf = (length: number) => {
      const started = performance.now();
      replyOf(unit.repeat(length / unit.length));
      return performance.now() - started;
    };
    const least = Math.min(timeOf(50_000), timeOf(50_000));
    // A square would take 400 times as long; a pause of the machine takes less than a second.
    expect(timeOf(1_000_000), JSON.stringify(unit)).toBeLessThan(100 * least + 1_000);
  }
});
