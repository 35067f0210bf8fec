import { expect, test } from "vitest";
import { plainReason } from "#server/mail/plain-reason.ts";

test.each([
  ["connect ECONNREFUSED 10.0.0.7:587", "The mail server does not answer."],
  ["Greeting never received", "The mail server does not answer."],
  ["Connection timeout", "The mail server does not answer."],
  ["getaddrinfo ENOTFOUND mail.agency.example", "The mail server could not be found."],
  ["self-signed certificate", "No secure connection to the mail server could be made."],
  [
    "Invalid login: 535 5.7.8 Error: authentication failed for maya@agency.example",
    "The mail server did not accept the sign-in that is set up for it.",
  ],
  ["Can't send mail - all recipients were rejected: 451 4.3.0 try later", "The mail server asked to try again later."],
  [
    "Can't send mail - all recipients were rejected: 550 5.1.1 no such person",
    "The address does not exist or takes no emails.",
  ],
  ["Can't send mail - all recipients were rejected: 552 5.2.2 mailbox full", "The mailbox is full."],
  ["Message failed: 554 5.7.1 spam", "The mail server refused it by one of its rules."],
  ["Nobody needs it any more.", "It was too late to be of use."],
  ["secret-token-1234567890", "The mail server did not take it."],
])("“%s” means: %s", (reason, meaning) => {
  expect(plainReason(reason)).toBe(meaning);
});
