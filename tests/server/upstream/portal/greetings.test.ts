import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { mailMessages } from "#server/upstream/mailing/message-mails.ts";
import { createVault } from "#server/vault.ts";
import { accept, invite, newestMail } from "#tests/support/portal-service.ts";
import { publicOrigin, secrets } from "#tests/support/upstream-assembly.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = newWorkspaceTest();

const [, ...rows] = readFileSync(join(import.meta.dirname, "names-for-greetings.csv"), "utf8")
  .trim()
  .split(/\r?\n/);
const names = rows.map((row) => {
  const [, quoted, plain = ""] = /^(?:"([^"]*)"|([^,]*)),/.exec(row) ?? [];
  return quoted ?? plain;
});

let number = 0;

async function newClient(
  owner: TestPerson,
  attributes: { readonly name: string; readonly greetedAs?: string; readonly language?: string },
) {
  number += 1;
  const email = `greeted${number}.${owner.accountId.slice(0, 8)}@client.example`;
  const { record } = await owner.send("POST", "/clients", { type: "client", attributes: { ...attributes, email } });
  return { clientId: record.id, email };
}

const greetingIn = (text: string) => /^(?:Hello|Hola) (.*),$/m.exec(text)?.[1];

async function messageMailTo(service: UpstreamService, owner: TestPerson, clientId: string, email: string) {
  await owner.send("POST", "/messages", {
    type: "message",
    attributes: { clientId, body: "Shall we look on Friday?" },
  });
  const now = new Date(Date.now() + 6 * 60_000);
  const { database, mailer } = service;
  await mailMessages({
    database: database.orm,
    mailer,
    vault: createVault(secrets),
    publicOrigin,
    addresses: null,
    now,
  });
  return newestMail(service, email);
}

test("an invitation greets people as their names say", async ({ service, owner }) => {
  const greetings: (string | undefined)[] = [];
  for (const name of names) {
    const { clientId, email } = await newClient(owner, { name });
    await invite(owner, clientId, email);
    greetings.push(greetingIn((await newestMail(service, email)).text));
  }
  expect(greetings).toEqual([
    "John",
    "Ana",
    "Jose and Maria",
    "the Lees",
    "Nguyễn Thị Minh Khai",
    "Els",
    "Els",
    "Juan",
    "Anna",
    "Sam",
    "Oak Street Holdings LLC",
  ]);
});

test("what the agent calls them is in every greeting: invitation, messages, and the portal", async ({
  service,
  owner,
}) => {
  const { clientId, email } = await newClient(owner, { name: "Smith, John", greetedAs: "Jack" });
  await invite(owner, clientId, email);
  expect(greetingIn((await newestMail(service, email)).text)).toBe("Jack");
  const client = await accept(service, email);
  expect(greetingIn((await messageMailTo(service, owner, clientId, email)).text)).toBe("Jack");
  const { record } = await client.get("/sessions/current");
  expect(record.attributes).toMatchObject({ person: { name: "Smith, John", first_name: "Jack" } });
});

test("a couple that reads Spanish is greeted in Spanish", async ({ service, owner }) => {
  const { clientId, email } = await newClient(owner, { name: "Jose & Maria Garcia", language: "es" });
  await invite(owner, clientId, email);
  expect(greetingIn((await newestMail(service, email)).text)).toBe("Jose y Maria");
});
