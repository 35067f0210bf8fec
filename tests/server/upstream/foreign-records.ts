/** One record of each kind in a workspace, for those who may not reach them. */

import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { addRequest } from "#tests/support/contact-requests.ts";
import { addWaitingMail } from "#tests/support/inbound-mails.ts";
import { newPortalClient } from "#tests/support/portal-service.ts";
import { alderLane } from "#tests/support/records.ts";
import { addDocument, addPhoto } from "#tests/support/uploads.ts";
import type { TestPerson, TestWorkspace, UpstreamService } from "#tests/support/upstream-service.ts";
import { finished, startExport } from "./exports/exporting.ts";
import { settled } from "./inspections/report-requests.ts";

/** Makes them in a workspace, a new one where none is given; gives their ids by the paths of their collections. */
export async function newForeignRecords(
  service: UpstreamService,
  workspace?: TestWorkspace,
): Promise<ReadonlyMap<string, string>> {
  const { owner } = workspace ?? (await service.newWorkspace());
  const client = await owner.newClient();
  const attributes = { clientId: client.id, name: "Theo", email: "theo@client.example" };
  const person = await owner.send("POST", "/client_people", { type: "client_person", attributes });
  const profile = client.relationships?.buyer_profile?.data;
  const events = await owner.get("/activities");
  const picture = randomUUID();
  await service.database.orm.execute(sql`
    insert into upstream.pictures (id, workspace_id, media_type, bytes)
    values (${picture}, ${owner.workspaceId}, 'image/webp', 'x')`);
  const place = { ...alderLane, listPrice: { amount: "1", currency: "USD" } };
  const sold = await owner.send("POST", "/packages?include=list_prices", { type: "package", attributes: place });
  const filed = await addDocument(service, owner, { packageId: sold.record.id });
  const asked = { documentId: filed.record.id };
  const summary = await owner.send("POST", "/document_summaries", { type: "document_summary", attributes: asked });
  const report = await owner.send("POST", "/inspection_reports", { type: "inspection_report", attributes: asked });
  // Whoever asked is told when it was read, which is a notification more.
  await settled(owner, report.record.id);
  const seen = { packageId: sold.record.id, system: "Roof", severity: "repair", title: "It leaks" };
  const finding = await owner.send("POST", "/findings", { type: "finding", attributes: seen });
  const folders = await owner.get(`/folders?filter[package_id]=${sold.record.id}`);
  const inputs = { currency: "USD", price: "1", downPayment: "0", ratePercent: "6", termYears: 30 };
  const priced = { type: "cost_estimate", attributes: { packageId: sold.record.id, inputs } };
  const template = { type: "cost_template", attributes: { name: "Ours", inputs: { currency: "USD" } } };
  const shared = { packageId: sold.record.id, label: "Ours", folderIds: [], includesUnfiled: true };
  const pair = { clientId: client.id, packageId: sold.record.id };
  const opened = await owner.send("POST", "/opportunities", { type: "opportunity", attributes: pair });
  const opportunityId = opened.record.id;
  const visit = { opportunityId, startsAt: "2031-05-01T17:00:00Z" };
  const word = { opportunityId, body: "Mine." };
  const like = { address: "9 Elm", soldPrice: { amount: "1", currency: "USD" }, sqft: 1, soldOn: "2026-01-01" };
  const compared = { type: "comparable", attributes: { ...like, packageId: sold.record.id } };
  const file = { fileName: "clients.csv", entries: [{ row: 2, name: "Ana", email: "ana@client.example" }] };
  const looked = await owner.send("POST", "/client_imports", { type: "client_import", attributes: file });
  const places = { fileName: "places.csv", entries: [{ row: 2, street: "7 Foreign Way" }] };
  const plots = await owner.send("POST", "/package_imports", { type: "package_import", attributes: places });
  const { client: invited, invitation } = await newPortalClient(service, owner);
  const [signIn] = (await invited.get("/portal/sign_ins")).records;
  await invited.send("POST", "/portal/deletion");
  const [request] = (await owner.get("/portal_requests")).records;
  const [told] = (await owner.get("/notifications")).records;
  const errand = { title: "Sign", about: { type: "client", id: client.id }, isVisibleToClient: true };
  const chore = { type: "task", attributes: { title: "Call", about: { type: "client", id: client.id } } };
  const habit = { type: "task_template", attributes: { title: "Call", stage: "lost", dueInDays: 1 } };
  const photo = await addPhoto(service, owner, sold.record.id);
  const said = { type: "message", attributes: { clientId: client.id, body: "Good morning." } };
  const usual = { type: "saved_reply", attributes: { name: "Hours", body: "From 9 to 5." } };
  const filters = { name: "Silent", list: "clients", scope: "workspace", parameters: { quiet: "14" } };
  const look = { type: "saved_view", attributes: filters };
  const old = { kind: "client", recordId: (await owner.newClient()).id };
  const twin = { clientId: client.id, otherId: (await owner.newClient()).id };
  const tagging = { kind: "client", action: "add_tag", value: "VIP", filters: "" };
  const leaving = { type: "workspace_deletion", attributes: { workspaceName: "Harbour Homes" } };
  const wish = { type: "plan_request", attributes: { plan: "free" } };
  await startExport(owner);
  const archive = await finished(owner);
  return new Map([
    [
      "/trashed_records",
      (await owner.send("POST", "/trashed_records", { type: "trashed_record", attributes: old })).record.id,
    ],
    [
      "/client_merges",
      (await owner.send("POST", "/client_merges", { type: "client_merge", attributes: twin })).record.id,
    ],
    ["/workspace_exports", archive.id],
    ["/plan_requests", (await owner.send("POST", "/plan_requests", wish)).record.id],
    ["/portal_invitations", invitation.id],
    ["/portal_settings", owner.workspaceId],
    ["/portal_requests", request?.id ?? ""],
    ["/notifications", told?.id ?? ""],
    ["/contact_requests", (await addRequest(service, owner, client.id)).id],
    ["/portal/sign_ins", signIn?.id ?? ""],
    ["/portal/households", client.id],
    ["/portal/tasks", (await owner.send("POST", "/tasks", { type: "task", attributes: errand })).record.id],
    ["/tasks", (await owner.send("POST", "/tasks", chore)).record.id],
    ["/messages", (await owner.send("POST", "/messages", said)).record.id],
    ["/message_threads", client.id],
    ["/message_drafts", client.id],
    [
      "/inbound_mails",
      await addWaitingMail(service.database.pool, { clientId: client.id, email: "nora@buyer.example" }),
    ],
    ["/saved_views", (await owner.send("POST", "/saved_views", look)).record.id],
    ["/saved_replies", (await owner.send("POST", "/saved_replies", usual)).record.id],
    ["/task_templates", (await owner.send("POST", "/task_templates", habit)).record.id],
    ["/client_imports", looked.record.id],
    ["/client_import_sources", looked.record.id],
    ["/package_imports", plots.record.id],
    ["/package_import_sources", plots.record.id],
    ["/batches", (await owner.send("POST", "/batches", { type: "batch", attributes: tagging })).record.id],
    ["/package_photos", photo.id],
    ["/portal/photos", photo.id],
    ["/portal/faces", picture],
    ["/portal/properties", sold.record.id],
    ["/portal/documents", filed.record.id],
    ["/portal/copy/files", await fileOf(service, owner)],
    ["/retained_data", await addRetained(service, owner)],
    ["/shared_packages/{token}/photos", randomUUID()],
    ["/comparables", (await owner.send("POST", "/comparables", compared)).record.id],
    ["/opportunities", opportunityId],
    ["/portal_questions", await ask(service, owner)],
    ["/showings", (await owner.send("POST", "/showings", { type: "showing", attributes: visit })).record.id],
    ["/comments", (await owner.send("POST", "/comments", { type: "comment", attributes: word })).record.id],
    ["/share_links", (await owner.send("POST", "/share_links", { type: "share_link", attributes: shared })).record.id],
    ["/shared_packages/{token}/documents", filed.record.id],
    ["/cost_estimates", (await owner.send("POST", "/cost_estimates", priced)).record.id],
    ["/cost_templates", (await owner.send("POST", "/cost_templates", template)).record.id],
    ["/files", String(filed.record.attributes.file_id)],
    ["/documents", filed.record.id],
    ["/document_versions", filed.document.included?.[0]?.id ?? ""],
    ["/folders", folders.records[0]?.id ?? ""],
    ["/document_summaries", summary.record.id],
    ["/inspection_reports", report.record.id],
    ["/findings", finding.record.id],
    ["/packages", sold.record.id],
    ["/list_prices", sold.document.included?.[0]?.id ?? ""],
    ["/clients", client.id],
    ["/client_people", person.record.id],
    ["/buyer_profiles", profile && "id" in profile ? profile.id : ""],
    ["/activities", events.records[0]?.id ?? ""],
    ["/audit_events", events.records[0]?.id ?? ""],
    ["/pictures", picture],
    ["/workspaces", owner.workspaceId],
    ["/workspace_confirmations", (await owner.send("POST", "/workspace_deletions", leaving)).record.id],
    ["/deleted_workspaces", owner.workspaceId],
    ["/colleague_invitations", await inviteColleague(owner)],
    ["/accounts/members", (await owner.get("/accounts/members")).records[0]?.id ?? ""],
  ]);
}

/** Invites somebody to the workspace; gives the invitation's id. */
async function inviteColleague(owner: TestPerson): Promise<string> {
  const attributes = { emails: ["colleague@agency.example"], role: "member" };
  await owner.send("POST", "/colleague_invitation_batches", { type: "colleague_invitation_batch", attributes });
  return (await owner.get("/colleague_invitations")).records[0]?.id ?? "";
}

/** Has a client of somebody's ask a question; gives its id. */
async function ask(service: UpstreamService, owner: TestPerson): Promise<string> {
  const { client, record } = await newPortalClient(service, owner);
  const place = await owner.send("POST", "/packages", { type: "package", attributes: alderLane });
  const attributes = { clientId: record.id, packageId: place.record.id };
  await owner.send("POST", "/opportunities", { type: "opportunity", attributes });
  const path = `/portal/properties/${place.record.id}/questions`;
  await client.send("POST", path, { type: "portal_answers", attributes: { body: "Is there a cellar?" } });
  return (await owner.get("/portal_questions")).records[0]?.id ?? "";
}

async function fileOf({ database }: UpstreamService, { workspaceId }: TestPerson): Promise<string> {
  const { rows } = await database.orm.execute<{ id: string }>(
    sql`select id from upstream.files where workspace_id = ${workspaceId} limit 1`,
  );
  return rows[0]?.id ?? "";
}

async function addRetained({ database }: UpstreamService, { workspaceId }: TestPerson): Promise<string> {
  const { rows } = await database.orm.execute<{ id: string }>(sql`
    insert into upstream.retained_data (workspace_id, part, reason, keep_until, kept_by_name, content)
    values (${workspaceId}, 'answers', 'Tax law', '2039-12-31', 'Ada', '{}') returning id`);
  return rows[0]?.id ?? "";
}
