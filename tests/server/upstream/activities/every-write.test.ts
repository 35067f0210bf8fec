/** Every write of every resource leaves an event: a new route without one, or without a line here, fails. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { topics } from "#server/upstream/engine/history.ts";
import { markBounced } from "#server/upstream/notifications/bounces.ts";
import { addRequest } from "#tests/support/contact-requests.ts";
import { walkHistory } from "#tests/support/history-walk.ts";
import { addWaitingMail } from "#tests/support/inbound-mails.ts";
import { accept } from "#tests/support/portal-service.ts";
import { alderLane } from "#tests/support/records.ts";
import { addDocument, newPicture, uploadFile } from "#tests/support/uploads.ts";
import type { TestPerson, TestWorkspace, UpstreamService } from "#tests/support/upstream-service.ts";
import { startWatched, unnamed, type Watch } from "#tests/support/watched-workspaces.ts";
import { newForeignRecords } from "../foreign-records.ts";
import { walkEmailChange, walkMembership } from "./members-walk.ts";
import { walkPortal } from "./portal-walk.ts";
import { unrecorded } from "./unrecorded-writes.ts";

let service: UpstreamService;
let watch: Watch;
let workspace: TestWorkspace;
let owner: TestPerson;

beforeAll(async () => {
  [service, watch] = await startWatched();
  // In another workspace, whose rows no write may touch.
  await newForeignRecords(service);
  workspace = await service.newWorkspace("standard");
  owner = workspace.owner;
});
afterAll(() => service.close());

const walk = walkHistory(() => owner);
const { done, events, leaves, write } = walk;

test("clients, their people and profiles", async () => {
  const person = { name: "Theo", email: "theo@client.example" };
  const { id } = await leaves("client.created", "POST /clients", "", { name: "Maya", email: "maya@client.example" });
  await leaves("client.updated", "PATCH /clients/{id}", id, { name: "Maya Holm" });
  const found = await owner.get(`/clients/${id}?include=buyer_profile`);
  await leaves("buyer_profile.updated", "PATCH /buyer_profiles/{id}", found.document.included?.[0]?.id ?? "", {
    minBeds: 3,
  });
  const added = await leaves("client_person.added", "POST /client_people", "", { clientId: id, ...person });
  await leaves("client_person.updated", "PATCH /client_people/{id}", added.id, { name: "Theodore" });
  await leaves("client_person.removed", "DELETE /client_people/{id}", added.id);
  await markBounced(service.database.orm, "maya@client.example", "550 no such user");
  await leaves("client.address_retried", "POST /clients/{id}/bounced_addresses/retries", id, {
    email: "maya@client.example",
  });
  const call = { kind: "call", happenedAt: new Date().toISOString(), outcome: "voicemail" };
  await leaves("client.called", "POST /clients/{id}/calls", id, call);
  await leaves("client.noted", "POST /clients/{id}/calls", id, { ...call, kind: "note", body: "Wants a garden" });
  await leaves("client.archived", "POST /clients/{id}/archival", id);
  await leaves("client.brought_back", "DELETE /clients/{id}/archival", id);
  const entries = [{ row: 2, name: "Ana", email: "ana@client.example" }];
  const given = { type: "client_import", attributes: { fileName: "clients.csv", entries } };
  const looked = await owner.send("POST", "/client_imports", given);
  const { kinds } = await write("POST /client_imports/{id}/completion", looked.record.id);
  expect(kinds).toEqual(["client_import.completed"]);
  await leaves("client_import.undone", "POST /client_imports/{id}/undoing", looked.record.id);
});

test("several records at once", async () => {
  const attributes = { name: "Ines", email: "ines@client.example" };
  const { record: ines } = await owner.send("POST", "/clients", { type: "client", attributes });
  const archiving = { kind: "client", action: "archive", filters: `ids=${ines.id}` };
  const made = await write("POST /batches", "", archiving);
  expect(made.kinds).toEqual(["batch.made"]);
  const undone = await write("POST /batches/{id}/undoing", made.record.id);
  expect(undone.kinds).toEqual(["batch.undone"]);
  const { record: begun } = await write("POST /batches", "", archiving);
  // As it is while its job runs.
  await service.database.orm.execute(sql`update upstream.batches set state = 'running' where id = ${begun.id}`);
  await leaves("batch.made", "POST /batches/{id}/stopping", begun.id);
});

test("packages, comparables, costs and links", async () => {
  const { id } = await leaves("package.created", "POST /packages", "", alderLane);
  await leaves("package.updated", "PATCH /packages/{id}", id, { beds: 3 });
  const file = { fileName: "places.csv", entries: [{ row: 2, street: "3 Import Way" }] };
  const looked = await owner.send("POST", "/package_imports", { type: "package_import", attributes: file });
  const imported = await write("POST /package_imports/{id}/completion", looked.record.id);
  expect(imported.kinds.toSorted()).toEqual(["package.created", "package_import.completed"]);
  const undone = await write("POST /package_imports/{id}/undoing", looked.record.id);
  expect(undone.kinds).toContain("package_import.undone");
  const sale = { address: "9 Elm", soldPrice: { amount: "1", currency: "USD" }, sqft: 1, soldOn: "2026-01-01" };
  const comparable = await leaves("comparable.added", "POST /comparables", "", { packageId: id, ...sale });
  await leaves("comparable.updated", "PATCH /comparables/{id}", comparable.id, { sqft: 2 });
  await leaves("comparable.removed", "DELETE /comparables/{id}", comparable.id);
  const url = await newPicture(service, owner);
  const photo = await leaves("package_photo.added", "POST /package_photos", "", { packageId: id, url });
  await leaves("package_photo.updated", "PATCH /package_photos/{id}", photo.id, { caption: "Front" });
  await leaves("package_photo.removed", "DELETE /package_photos/{id}", photo.id);
  const inputs = { currency: "USD", price: "1", downPayment: "0", ratePercent: "6", termYears: 30 };
  const estimate = await leaves("cost_estimate.created", "POST /cost_estimates", "", { packageId: id, inputs });
  await leaves("cost_estimate.updated", "PATCH /cost_estimates/{id}", estimate.id, {
    inputs: { ...inputs, price: "2" },
  });
  const template = await leaves("cost_template.created", "POST /cost_templates", "", {
    name: "Ours",
    inputs: { currency: "USD" },
  });
  await leaves("cost_template.updated", "PATCH /cost_templates/{id}", template.id, { name: "Theirs" });
  await leaves("cost_template.removed", "DELETE /cost_templates/{id}", template.id);
  const shared = { packageId: id, label: "Ours", folderIds: [], includesUnfiled: true };
  const link = await leaves("share_link.created", "POST /share_links", "", shared);
  await leaves("share_link.updated", "PATCH /share_links/{id}", link.id, { label: "Theirs" });
  await leaves("share_link.revoked", "POST /share_links/{id}/revocation", link.id);
  const client = await owner.newClient();
  const { kinds } = await write("POST /packages/{id}/client_shares", id, { clientIds: [client.id] });
  expect(kinds.toSorted()).toEqual(["opportunity.opened", "share_link.mailed"]);
  const several = await write("POST /clients/{id}/package_shares", client.id, { packageIds: [id] });
  expect(several.kinds).toEqual(["share_link.mailed"]);
  await leaves("portal_release.changed", "POST /packages/{id}/portal_release", id, { costs: true });
  await leaves("package.archived", "POST /packages/{id}/archival", id);
  await leaves("package.brought_back", "DELETE /packages/{id}/archival", id);
});

test("opportunities, showings and comments", async () => {
  const client = await owner.newClient();
  const property = await owner.send("POST", "/packages", { type: "package", attributes: { street: "1 Elm" } });
  const pair = { clientId: client.id, packageId: property.record.id };
  const { id } = await leaves("opportunity.opened", "POST /opportunities", "", pair);
  await leaves("opportunity.updated", "PATCH /opportunities/{id}", id, { rank: "High" });
  const to = { from: "open", to: "offer_suggeted", price: { amount: "640000", currency: "USD" } };
  const moved = await leaves("opportunity.moved", "POST /opportunities/{id}/moves", id, to);
  const undo = z.object({ move_id: z.string() }).parse(moved.attributes.undo);
  await leaves("opportunity.move_undone", "POST /opportunities/{id}/undoing", id, { moveId: undo.move_id });
  const visit = { opportunityId: id, startsAt: "2031-05-01T17:00:00Z" };
  const showing = await leaves("showing.requested", "POST /showings", "", visit);
  await leaves("showing.moved", "PATCH /showings/{id}", showing.id, { startsAt: "2031-05-02T17:00:00Z" });
  await leaves("showing.confirmed", "POST /showings/{id}/confirmation", showing.id);
  await leaves("showing.cancelled", "POST /showings/{id}/cancellation", showing.id);
  const comment = await leaves("comment.added", "POST /comments", "", { opportunityId: id, body: "They liked it." });
  await leaves("comment.edited", "PATCH /comments/{id}", comment.id, { body: "They loved it." });
  await leaves("comment.removed", "DELETE /comments/{id}", comment.id);
  const call = { kind: "call", happenedAt: new Date().toISOString(), outcome: "talked" };
  await leaves("opportunity.called", "POST /opportunities/{id}/calls", id, call);
  await leaves("opportunity.noted", "POST /opportunities/{id}/calls", id, { ...call, kind: "note", body: "Patient" });
  const told = await owner.get(`/activities?filter[opportunity_id]=${id}&page[limit]=50`);
  expect(told.records).toHaveLength(13);
  expect(told.records.every(({ attributes }) => attributes.client_id === client.id)).toBe(true);
});

test("after closing", async () => {
  const client = await owner.newClient();
  const property = await owner.send("POST", "/packages", { type: "package", attributes: { street: "3 Elm" } });
  const pair = { clientId: client.id, packageId: property.record.id };
  const { id } = await leaves("opportunity.opened", "POST /opportunities", "", pair);
  const price = { amount: "1", currency: "USD" };
  // Yesterday in Greenwich has begun wherever the property is.
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const steps = [
    { from: "open", to: "offer_sent", price },
    { from: "offer_sent", to: "offer_accepted", price, acceptedOn: yesterday },
    { from: "offer_accepted", to: "closed", closedOn: yesterday },
  ];
  for (const step of steps) await write("POST /opportunities/{id}/moves", id, step);
  const nextStep = { title: "Ask how the move went" };
  const done = await write("POST /opportunities/{id}/after_closing", id, { nextStep });
  expect(done.kinds).toEqual(["task.created"]);
  const { id: afterClosingId } = z.object({ id: z.string() }).parse(done.record.attributes.after_closing);
  const undone = await write("POST /opportunities/{id}/after_closing/undoing", id, { afterClosingId });
  expect(undone.kinds).toEqual(["task.removed"]);
});

test("folders, documents, summaries and inspections", async () => {
  const property = await owner.send("POST", "/packages", { type: "package", attributes: { street: "2 Elm" } });
  const packageId = property.record.id;
  const folder = await leaves("folder.created", "POST /folders", "", { packageId, name: "Papers" });
  await leaves("folder.updated", "PATCH /folders/{id}", folder.id, { name: "Old papers" });
  await leaves("folder.updated", "POST /folders/{id}/visibility", folder.id, { isClientVisible: true });
  await leaves("folder.trashed", "POST /folders/{id}/trashing", folder.id);
  await leaves("folder.brought_back", "DELETE /folders/{id}/trashing", folder.id);
  await owner.send("POST", `/folders/${folder.id}/trashing`);
  await leaves("folder.purged", "DELETE /folders/{id}", folder.id);

  const fileId = (await uploadFile(service, owner)).id;
  const { id } = await leaves("document.added", "POST /documents", "", { packageId, fileId });
  await leaves("document.updated", "PATCH /documents/{id}", id, { label: "Report" });
  const newer = (await uploadFile(service, owner)).id;
  await leaves("document.replaced", "POST /documents/{id}/versions", id, { fileId: newer });
  await leaves("document.trashed", "POST /documents/{id}/trashing", id);
  await leaves("document.brought_back", "DELETE /documents/{id}/trashing", id);
  const summary = await leaves("document_summary.requested", "POST /document_summaries", "", { documentId: id });
  await service.database.pool.query(
    "update upstream.document_summaries set state = 'ready', method = 'extract' where id = $1",
    [summary.id],
  );
  await leaves("document_summary.approved", "POST /document_summaries/{id}/approval", summary.id);
  await leaves("document_summary.withdrawn", "DELETE /document_summaries/{id}/approval", summary.id);
  const report = await leaves("inspection_report.requested", "POST /inspection_reports", "", { documentId: id });
  await leaves("inspection_report.removed", "DELETE /inspection_reports/{id}", report.id);
  const seen = { packageId, system: "Roof", severity: "repair", title: "It leaks" };
  const finding = await leaves("finding.added", "POST /findings", "", seen);
  await leaves("finding.updated", "PATCH /findings/{id}", finding.id, { title: "It drips" });
  await leaves("finding.removed", "DELETE /findings/{id}", finding.id);
  await owner.send("POST", `/documents/${id}/trashing`);
  await leaves("document.purged", "DELETE /documents/{id}", id);
  expect((await addDocument(service, owner)).status).toBe(201);
});

test("tasks and their templates", async () => {
  const client = await owner.newClient();
  const { id } = await leaves("task.created", "POST /tasks", "", {
    title: "Call back",
    dueOn: "2031-05-01",
    about: { type: "client", id: client.id },
  });
  await leaves("task.updated", "PATCH /tasks/{id}", id, { title: "Call Maya back" });
  await leaves("task.completed", "POST /tasks/{id}/completion", id);
  await leaves("task.reopened", "DELETE /tasks/{id}/completion", id);
  await leaves("task.removed", "DELETE /tasks/{id}", id);
  const given = { title: "Thank them", stage: "closed", dueInDays: 3 };
  const template = await leaves("task_template.created", "POST /task_templates", "", given);
  await leaves("task_template.updated", "PATCH /task_templates/{id}", template.id, { title: "Thank them all" });
  await leaves("task_template.removed", "DELETE /task_templates/{id}", template.id);
});

test("the client portal, by staff and by clients", () => walkPortal(walk, service, owner));

test("messages, notes, replies by email and saved replies", async () => {
  const email = "ida@buyer.example";
  const { id: clientId } = await owner.newClient({ name: "Ida Berg", email });
  const sent = { clientId, body: "Good morning." };
  const { id } = await leaves("message.sent", "POST /messages", "", sent);
  const edited = await write("PATCH /messages/{id}", id, { body: "Good evening." });
  expect(edited.kinds.toSorted()).toEqual(["message.edited", "message.words_changed"]);
  const deleted = await write("DELETE /messages/{id}", id);
  expect(deleted.kinds.toSorted()).toEqual(["message.deleted", "message.words_deleted"]);
  const given = { name: "Hours", body: "From 9 to 5." };
  const look = { name: "Silent buyers", list: "clients", scope: "workspace", parameters: { quiet: "14" } };
  const view = await leaves("saved_view.added", "POST /saved_views", "", look);
  await leaves("saved_view.updated", "PATCH /saved_views/{id}", view.id, { name: "Quiet buyers" });
  await leaves("saved_view.removed", "DELETE /saved_views/{id}", view.id);
  const reply = await leaves("saved_reply.added", "POST /saved_replies", "", given);
  await leaves("saved_reply.updated", "PATCH /saved_replies/{id}", reply.id, { body: "From 8 to 5." });
  await leaves("saved_reply.removed", "DELETE /saved_replies/{id}", reply.id);
  await owner.send("POST", "/portal_invitations", { type: "portal_invitation", attributes: { clientId } });
  await accept(service, email);
  const from = { clientId, email };
  const mail = await addWaitingMail(service.database.pool, from);
  const { kinds } = await write("POST /inbound_mails/{id}/acceptance", mail);
  expect(kinds.toSorted()).toEqual(["inbound_mail.accepted", "message.received"]);
  const other = await addWaitingMail(service.database.pool, from);
  await leaves("inbound_mail.dismissed", "POST /inbound_mails/{id}/dismissal", other);
});

test("requests from the public page", async () => {
  const client = await owner.newClient();
  for (const [action, kind] of [
    ["acceptance", "accepted"],
    ["dismissal", "dismissed"],
  ]) {
    const { id } = await addRequest(service, owner, client.id);
    await leaves(`contact_request.${kind}`, `POST /contact_requests/{id}/${action}`, id);
  }
});

test("the workspace", async () => {
  await leaves("workspace.updated", "PATCH /workspaces/{id}", owner.workspaceId, { name: "Other Homes" });
  await leaves("calendar_address.made", "POST /calendar_address", "");
  await leaves("calendar_address.ended", "DELETE /calendar_address", "");
  await leaves("workspace.packages_exported", "POST /exports", "", { contents: "packages" });
  await leaves("workspace.opportunities_exported", "POST /exports", "", { contents: "opportunities" });
  // Each sample leaves its own events, too.
  expect((await write("POST /samples", "")).kinds).toContain("workspace.samples_added");
  expect((await write("DELETE /samples", "")).kinds).toContain("workspace.samples_removed");
  const shown = { introduction: "We know every street." };
  await leaves("portal_settings.updated", "PATCH /portal_settings/{id}", owner.workspaceId, shown);
  const { person } = (await owner.get("/sessions/current")).record.attributes;
  const { id } = z.object({ id: z.string() }).parse(person);
  const profilePicture = { url: await newPicture(service, owner) };
  await leaves("account.photo_changed", "PATCH /accounts/members/{id}", id, { profilePicture });
  const invited = { emails: ["colleague@agency.example"], role: "member" };
  await leaves("colleague_invitation.sent", "POST /colleague_invitation_batches", "", invited);
  const [invitation] = (await owner.get("/colleague_invitations")).records;
  for (const [action, kind] of [
    ["sending", "sent_again"],
    ["revocation", "revoked"],
  ])
    await leaves(`colleague_invitation.${kind}`, `POST /colleague_invitations/{id}/${action}`, invitation?.id ?? "");
  const deletion = { workspaceName: "Other Homes" };
  const asked = await leaves("workspace.deletion_requested", "POST /workspace_deletions", "", deletion);
  await leaves("workspace.confirmation_withdrawn", "DELETE /workspace_confirmations/{id}", asked.id);
});

test("whose records they are, and colleagues who may look at them", async () => {
  const { accountId } = await workspace.join("member");
  const { id: clientId } = await owner.newClient();
  const { id: packageId } = (await owner.send("POST", "/packages", { type: "package", attributes: alderLane })).record;
  const deal = { type: "opportunity", attributes: { clientId, packageId } };
  const { id: opportunityId } = (await owner.send("POST", "/opportunities", deal)).record;
  for (const [path, kind, id] of [
    ["clients", "client", clientId],
    ["packages", "package", packageId],
  ] as const) {
    await leaves(`${kind}.shared`, `POST /${path}/{id}/member_shares`, id, { accountId });
    await leaves(`${kind}.unshared`, `DELETE /${path}/{id}/member_shares/{accountId}`, id, { accountId });
    await leaves(`${kind}.reassigned`, `POST /${path}/{id}/assignment`, id, { accountId });
  }
  await leaves("opportunity.reassigned", "POST /opportunities/{id}/assignment", opportunityId, { accountId });
});

test("clients that are merged, and the trash", async () => {
  const [{ id: clientId }, { id: otherId }] = [await owner.newClient(), await owner.newClient()];
  await leaves("client_merge.merged", "POST /client_merges", "", { clientId, otherId });
  const { kinds } = await write("DELETE /client_merges/{id}", otherId);
  // Both clients tell it.
  expect(kinds).toEqual(["client_merge.undone", "client_merge.undone"]);
  const trashed = { kind: "client", recordId: clientId };
  await leaves("trashed_record.trashed", "POST /trashed_records", "", trashed);
  await leaves("trashed_record.brought_back", "POST /trashed_records/{id}/restoration", clientId);
  await owner.send("POST", "/trashed_records", { type: "trashed_record", attributes: trashed });
  await leaves("trashed_record.purged", "DELETE /trashed_records/{id}", clientId);
});

test("members, how they sign in, and the end of their access", () => walkMembership(walk, service, workspace));

test("another address of a member, which both addresses confirm and the old one undoes", () =>
  walkEmailChange(walk, service, workspace));

test("an export of the workspace", async () => {
  await leaves("workspace.export_requested", "POST /workspace_exports", "");
});

test("the plan", async () => {
  const { owner: asker } = await service.newWorkspace("free");
  const plans = walkHistory(() => asker);
  const { id } = await plans.leaves("workspace.plan_requested", "POST /plan_requests", "", { plan: "standard" });
  await plans.leaves("workspace.plan_request_withdrawn", "POST /plan_requests/{id}/withdrawal", id);
  for (const route of plans.done) done.add(route);
});

test("every event has a label and a topic that the log can be filtered by", async () => {
  const all = await events();
  expect(all.length).toBeGreaterThan(50);
  for (const { attributes } of all) {
    expect(topics).toContain(attributes.topic);
    expect(attributes.label).toMatch(/^[A-Z]/);
  }
});

// Tasks that were done are open again by now.
test("what of it is contact with a client is these alone", async () => {
  const { rows } = await service.database.orm.execute<{ kind: string }>(
    sql`select distinct kind from upstream.activities where is_contact and workspace_id = ${workspace.id} order by kind`,
  );
  expect(rows.map(({ kind }) => kind)).toEqual([
    "client.called",
    "client.noted",
    "comment.added",
    "contact_request.received",
    "message.received",
    "message.sent",
    "offer_suggestion.changed",
    "opportunity.called",
    "opportunity.moved",
    "opportunity.noted",
    "portal_answer.approved",
    "portal_answer.interested",
    "portal_answer.rated",
    "portal_answer.repair",
    "portal_opening.property",
    "portal_question.answered",
    "portal_question.asked",
    "portal_request.buyer_profile",
    "portal_request.deletion",
    "share_link.mailed",
    "showing.cancelled",
    "showing.confirmed",
    "showing.moved",
    "showing.requested",
  ]);
});

test("each write works on rows of one workspace, but for what the operating guide names", () => {
  expect(unnamed(watch)).toEqual([]);
  expect(watch.trials.size).toBeGreaterThan(400);
});

// Last: whatever has not been written by now has no test.
test("there are no others", async () => {
  const { paths } = z
    .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
    .parse(JSON.parse((await service.send("GET", "/open_api")).text));
  const writes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => method !== "get")
      .map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(writes.filter((route) => !unrecorded.includes(route)).toSorted()).toEqual([...done].toSorted());
});
