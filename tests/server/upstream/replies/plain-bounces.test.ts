import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isReport } from "#server/upstream/replies/mail-reading.ts";
import { failedInWords } from "#server/upstream/replies/plain-bounces.ts";
import { readMail } from "#server/upstream/replies/read-mail.ts";

const who = "nora@mail.example";

async function failedOf(mail: string) {
  const reading = await readMail(new Uint8Array(Buffer.from(mail)));
  if (reading.state !== "read") throw new Error(`Not read: ${reading.reason}`);
  return { failed: reading.failed, isReport: isReport(reading.headers) };
}

test("the address in an old report of qmail is unreachable, and none of the copy below it", async () => {
  const text = readFileSync(join(import.meta.dirname, "mails", "bounce-old-style.eml"), "utf8");
  const mail = text.replaceAll("{FROM}", who).replaceAll("{TO}", "reply-x@r.example");
  expect(await failedOf(mail)).toEqual({ failed: [who], isReport: true });
});

test.each([
  [
    "Exim",
    `This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered to one or more of its\nrecipients. This is a permanent error. The following address(es) failed:\n\n  ${who}\n    host mx.mail.example [142.4.5.6]\n    SMTP error from remote mail server after RCPT TO:<${who}>:\n    550 5.1.1 User unknown\n\n------ This is a copy of the message, including all the headers. ------\n\nReturn-path: <other@r.example>`,
  ],
  [
    "Postfix",
    `I'm sorry to have to inform you that your message could not\nbe delivered to one or more recipients. It's attached below.\n\n<${who}>: host mx.mail.example[10.0.0.1] said: 550 5.1.1 <${who}>:\n    Recipient address rejected: User unknown`,
  ],
  [
    "Exchange",
    `Delivery has failed to these recipients or groups:\n\nNora (${who})<mailto:${who}>\nThe email address you entered couldn't be found. Please check the recipient's email address and try to resend the message.`,
  ],
  [
    "Yahoo",
    `Sorry, we were unable to deliver your message to the following address.\n\n<${who}>:\n554: delivery error: dd This user doesn't have a mail.example account (${who}) [0]`,
  ],
  [
    "Sendmail",
    `   ----- The following addresses had permanent fatal errors -----\n<${who}>\n    (reason: 550 5.1.1 <${who}>... User unknown)`,
  ],
  [
    "Google",
    `Delivery to the following recipient failed permanently:\n\n     ${who}\n\nTechnical details of permanent failure:\nThe email account that you tried to reach does not exist.`,
  ],
  [
    "Domino",
    `Your message\n\n  Subject: New message\n\nwas not delivered to:\n\n  ${who}\n\nbecause:\n\n  User ${who} not listed in public Name & Address Book`,
  ],
  ["German", `Ihre Nachricht konnte nicht zugestellt werden:\n\n${who}`],
])("a report of %s without a part for machines names who is unreachable", (_program, text) => {
  expect(new Set(failedInWords(text))).toEqual(new Set([who]));
});

test.each([
  `Warning: message delayed 24 hours. ${who}. The message will be retried.`,
  `THIS IS A WARNING MESSAGE ONLY. YOU DO NOT NEED TO RESEND YOUR MESSAGE. <${who}>... 421 4.4.1 Deferred`,
  `Your email to ${who} was read.`,
  `${who}: greylisted, 450 4.2.0 temporarily rejected`,
])("a report that it takes longer names nobody: %s", (text) => {
  expect(failedInWords(text)).toEqual([]);
});

test.each([
  [
    "Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@corp.example>",
    "Undeliverable: New message",
    true,
  ],
  ["Postmaster <postmaster@corp.example>", "Undelivered Mail Returned to Sender", true],
  ["Postmaster <postmaster@corp.example>", "Re: New message", false],
  ["Nora <nora@mail.example>", "Undeliverable: New message", false],
])("an email of %s with the subject %s is a report: %s", (from, subject, isOne) => {
  const headers = [
    { key: "from", value: from },
    { key: "subject", value: subject },
  ];
  expect(isReport(headers)).toBe(isOne);
});
