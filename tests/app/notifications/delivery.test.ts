import { expect } from "vitest";
import type { Agency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import { keepWaitingMail } from "#tests/support/waiting-mails.ts";
import { sendMessage } from "#tests/support/written-messages.ts";

const test = newAgencyTest();

/** The workspace, and the number of a client's newest message. */
async function newestMessage({ database }: Application, clientId: string) {
  const { rows } = await database.pool.query(
    "SELECT workspace_id, number FROM upstream.messages WHERE client_id = $1 ORDER BY number DESC LIMIT 1",
    [clientId],
  );
  return { workspaceId: String(rows[0]?.workspace_id), number: Number(rows[0]?.number) };
}

async function clientWithMail(app: Application, agency: Agency, state: "queued" | "failed" = "queued") {
  const { id } = await agency.addClient();
  await sendMessage(agency.owner.visitor, id, { body: "Is Friday fine?" });
  await keepWaitingMail(app.database, { ...(await newestMessage(app, id)), clientId: id, state });
  return id;
}

test("a message says that the email about it has not gone out, and that it is tried again", async ({
  app,
  agency,
  owner,
}) => {
  const id = await clientWithMail(app, agency);
  const { text } = await owner.open(`/messages/${id}`);
  expect(text).toContain("The email to nora@buyers.example about this has not gone out yet; it is being tried now.");
  const { id: other } = await agency.addClient();
  await sendMessage(agency.owner.visitor, other, { body: "Hello" });
  expect((await owner.open(`/messages/${other}`)).text).not.toContain("has not gone out");
});

test("the settings say which emails wait and why, and have them tried; others are told who may see it", async ({
  app,
  agency,
  owner,
}) => {
  const empty = await owner.open("/settings/mail");
  expect(empty.text).toContain("No emails go out. No mail server is set up.");
  expect(empty.text).toContain("No emails wait to be tried again.");
  await clientWithMail(app, agency);
  await clientWithMail(app, agency, "failed");
  const { text } = await owner.open("/settings/mail");
  for (const words of ["1 email waits.", "The mail server does not answer.", "nora@buyers.example", "Given up in the"])
    expect(text).toContain(words);
  expect(text).not.toMatch(/secret|10\.0\.0\.7|ECONN/);
  const tried = await owner.submit({}, { button: "Try now" });
  expect([tried.url.pathname, tried.text.includes("The emails are being tried now.")]).toEqual([
    "/settings/mail",
    true,
  ]);
  const { visitor: member } = await agency.join("member");
  const refused = await member.open("/settings/mail");
  expect(refused.status).toBe(403);
  expect(refused.text).toContain("You don't have permission to see which emails went out.");
});
