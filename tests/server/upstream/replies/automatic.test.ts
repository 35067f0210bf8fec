import { expect, test } from "vitest";
import { automaticSign, isReport } from "#server/upstream/replies/mail-reading.ts";

const person = [
  { key: "from", value: "Ana Ruiz <ana@mail.example>" },
  { key: "subject", value: "Re: The house on Elm Street is out of office hours" },
  { key: "auto-submitted", value: "no" },
  { key: "content-type", value: "multipart/alternative; boundary=x" },
];

test("a person's reply is taken", () => {
  expect(automaticSign(person, "ana@mail.example")).toBeNull();
});

test.each([
  ["auto-submitted", "auto-replied"],
  ["auto-submitted", "auto-generated; owner=x"],
  ["x-auto-response-suppress", "All"],
  ["x-auto-response-suppress", "DR, OOF, AutoReply"],
  ["precedence", "bulk"],
  ["precedence", "auto_reply"],
  ["x-autoreply", "yes"],
  ["x-vacation", "1"],
  ["subject", "Automatic reply: The house"],
  ["subject", "Respuesta automática: La casa"],
  ["subject", "Out of Office: until Monday"],
  ["list-id", "<clients.latchkey.example>"],
  ["list-unsubscribe", "<https://latchkey.example/x>"],
])("an email with %s: %s looks automatic", (key, value) => {
  const headers = [...person.filter((header) => header.key !== key), { key, value }];
  expect(automaticSign(headers, "ana@mail.example")).not.toBeNull();
  expect(isReport(headers)).toBe(false);
});

test.each([
  ["from", "Mail Delivery System <MAILER-DAEMON@mx.example>"],
  ["content-type", "multipart/report; report-type=delivery-status; boundary=x"],
])("an email with %s: %s is a report that nobody wrote", (key, value) => {
  expect(isReport([...person.filter((header) => header.key !== key), { key, value }])).toBe(true);
});

test("an email to which nobody may answer looks automatic", () => {
  expect(automaticSign(person, "")).toBe("no_return");
});
