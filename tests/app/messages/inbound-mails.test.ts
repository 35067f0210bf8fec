import { expect } from "vitest";
import type { Agency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import { addWaitingMail } from "#tests/support/inbound-mails.ts";

const test = newAgencyTest();

/** A client with a reply that came as the owner's and waits; gives the client's id. */
async function addWaitingReply(app: Application, agency: Agency, body: string): Promise<string> {
  const { id: clientId } = await agency.addClient({ name: "Maya Okafor" });
  await addWaitingMail(app.database.pool, { clientId, body });
  return clientId;
}

const body = "<b>Yes</b>, Friday.";

test("a reply that waits is shown in the thread, and joins it once it is accepted, without scripts", async ({
  app,
  agency,
  owner,
}) => {
  const clientId = await addWaitingReply(app, agency, body);
  const page = await owner.open(`/messages/${clientId}`);
  for (const words of [
    "Replies by email to check",
    "As a reply of Ada Marsh",
    body,
    "It came from ada@elsewhere.example, which is not the address that it was for.",
    "The client sees nothing of it until you accept; then it is sent.",
  ])
    expect(page.text).toContain(words);
  const asked = await owner.follow("Accept reply");
  expect(asked.text).toContain("It is sent to Maya Okafor as a reply of Ada Marsh. You can't undo this.");
  expect(asked.text).toContain(body);
  const accepted = await owner.submit({}, { button: "Accept reply" });
  expect(accepted.url.pathname).toBe(`/messages/${clientId}`);
  expect(accepted.text).toContain("The reply is in the messages.");
  expect(accepted.text).not.toContain("Replies by email to check");
  expect(accepted.document.querySelectorAll(".talk li[id]").map(({ text }) => text.includes(body))).toEqual([true]);
});

test("a reply that is dismissed is gone, and whoever answers it again is told so", async ({ app, agency, owner }) => {
  const clientId = await addWaitingReply(app, agency, body);
  const page = await owner.open(`/messages/${clientId}`);
  const [path = ""] = /\/messages\/[0-9a-f-]{36}\/emails\/[0-9a-f-]{36}\/acceptance/.exec(page.html) ?? [];
  await owner.follow("Dismiss reply");
  const dismissed = await owner.submit({}, { button: "Dismiss reply" });
  expect(dismissed.text).toContain("The reply was dismissed.");
  expect(dismissed.text).not.toContain(body);
  const late = await owner.send(path, new URLSearchParams());
  expect(late.text).toContain("The reply was dismissed.");
  expect(late.text).not.toContain(body);
});

test("a reply is answered under its own client alone, by those who may write there", async ({ app, agency, owner }) => {
  const clientId = await addWaitingReply(app, agency, body);
  const { id: other } = await agency.addClient();
  const page = await owner.open(`/messages/${clientId}`);
  const [path = ""] = /\/messages\/[0-9a-f-]{36}\/emails\/[0-9a-f-]{36}\/acceptance/.exec(page.html) ?? [];
  expect((await owner.send(path.replace(clientId, other), new URLSearchParams())).status).toBe(404);
  expect((await owner.open(path.replace(clientId, other))).status).toBe(404);
  const { visitor: instructor } = await agency.join("instructor");
  const seen = await instructor.open(`/messages/${clientId}`);
  expect([seen.text.includes(body), seen.text.includes("Accept reply")]).toEqual([true, false]);
  expect((await instructor.open(path)).status).toBe(403);
  expect((await instructor.send(path, new URLSearchParams())).status).toBe(403);
  const { visitor: member } = await agency.join("member");
  expect((await member.send(path, new URLSearchParams())).status).toBe(404);
  await owner.open(path);
  await owner.submit({}, { button: "Accept reply" });
  expect((await owner.open(path)).url.pathname).toBe(`/messages/${clientId}`);
});
