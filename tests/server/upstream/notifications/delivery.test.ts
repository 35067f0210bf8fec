import { expect } from "vitest";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";
import { keepWaitingMail } from "#tests/support/waiting-mails.ts";

const test = newWorkspaceTest();

test("owner and admin see which of the workspace's emails wait, since when and why, and nobody else's", async ({
  service,
  workspace,
  owner,
}) => {
  const other = await service.newWorkspace();
  await keepWaitingMail(service.database, { workspaceId: workspace.id });
  await keepWaitingMail(service.database, { workspaceId: workspace.id, state: "failed" });
  const admin = await workspace.join("admin");
  for (const person of [owner, admin]) {
    const { attributes } = (await person.get("/mail_delivery")).record;
    expect(attributes).toMatchObject({ is_sending: false, waiting: 1 });
    const reason = "The mail server does not answer.";
    expect(attributes.waiting_emails).toMatchObject([{ to: "nora@buyers.example", subject: "News", reason }]);
    expect(attributes.given_up).toMatchObject([{ to: "nora@buyers.example", subject: "News", reason }]);
    expect(JSON.stringify(attributes)).not.toMatch(/secret|10\.0\.0\.7|ECONN/);
  }
  const none = { waiting: 0, waiting_emails: [], given_up: [] };
  expect((await other.owner.get("/mail_delivery")).record.attributes).toMatchObject(none);
  for (const role of ["manager", "member", "instructor"] as const) {
    const person = await workspace.join(role);
    expect((await person.get("/mail_delivery")).status).toBe(403);
    expect((await person.send("POST", "/mail_delivery/tries")).status).toBe(403);
  }
});

test("a thread says which emails about its messages wait; others' threads say nothing", async ({
  service,
  workspace,
  owner,
}) => {
  const { id } = await owner.newClient();
  await keepWaitingMail(service.database, { workspaceId: workspace.id, clientId: id, number: 42 });
  await keepWaitingMail(service.database, { workspaceId: workspace.id, clientId: id });
  const path = `/message_threads/${id}/waiting_mails`;
  expect((await owner.get(path)).record.attributes.emails).toMatchObject([
    { to: "nora@buyers.example", message_number: 42, reason: "The mail server does not answer." },
  ]);
  const stranger = (await service.newWorkspace()).owner;
  expect((await stranger.get(path)).status).toBe(404);
  expect((await (await workspace.join("member")).get(path)).status).toBe(404);
});

test("emails to colleagues that were given up are listed, an invitation as well as the news of a removal", async ({
  service,
  workspace,
  owner,
}) => {
  const attributes = { emails: ["gone@agency.example"], role: "member" };
  const invited = await owner.send("POST", "/colleague_invitation_batches", {
    type: "colleague_invitation_batch",
    attributes,
  });
  expect(invited.status).toBe(201);
  const member = await workspace.join("member");
  const removal = { type: "member_removal", attributes: {} };
  expect((await owner.send("POST", `/accounts/members/${member.accountId}/removal`, removal)).status).toBe(204);
  await service.database.pool.query(
    "UPDATE mail.outbox SET state = 'failed', last_error = '550 5.1.1 unknown', settled_at = now() WHERE workspace_id = $1",
    [workspace.id],
  );
  const { given_up } = (await owner.get("/mail_delivery")).record.attributes;
  expect(given_up).toHaveLength(2);
  expect(given_up).toContainEqual(
    expect.objectContaining({
      to: "gone@agency.example",
      reason: "The address does not exist or takes no emails.",
    }),
  );
});
