/** Walks everything the service says it answers, so that a new resource is covered by being there. */

import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { z } from "zod";
import { addRequest } from "#tests/support/contact-requests.ts";
import { addWaitingMail } from "#tests/support/inbound-mails.ts";
import { newPortalClient, type TestClient } from "#tests/support/portal-service.ts";
import { alderLane } from "#tests/support/records.ts";
import { addDocument, addPhoto } from "#tests/support/uploads.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { sharedWorkspaceTest } from "#tests/support/upstream-test.ts";
import { finished, startExport } from "./exports/exporting.ts";

const test = sharedWorkspaceTest();

const operation = z.object({
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: z.unknown() })) }).optional(),
  parameters: z.array(z.object({ name: z.string(), in: z.string() })),
});
const description = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly isWorkspaces: boolean;
}
let stranger: TestPerson;
/** A client of a third workspace. */
let guest: TestClient;
/** Somebody else's records, by the paths of their collections. */
let foreign: ReadonlyMap<string, string>;
let operations: readonly Operation[];

test.beforeAll(async ({ service }) => {
  const { owner } = await service.newWorkspace();
  stranger = (await service.newWorkspace()).owner;
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
  const { client: invited, invitation } = await newPortalClient(service, owner);
  const [signIn] = (await invited.get("/portal/sign_ins")).records;
  await invited.send("POST", "/portal/deletion");
  const [request] = (await owner.get("/portal_requests")).records;
  const [told] = (await owner.get("/notifications")).records;
  const errand = { title: "Sign", about: { type: "client", id: client.id }, isVisibleToClient: true };
  guest = (await newPortalClient(service, (await service.newWorkspace()).owner)).client;
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
  foreign = new Map([
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
    ["/batches", (await owner.send("POST", "/batches", { type: "batch", attributes: tagging })).record.id],
    ["/package_photos", photo.id],
    ["/portal/photos", photo.id],
    ["/portal/faces", picture],
    ["/portal/properties", sold.record.id],
    ["/portal/documents", filed.record.id],
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
  const { paths } = description.parse(JSON.parse((await service.send("GET", "/open_api")).text));
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters }]) => ({
      method: method.toUpperCase(),
      path,
      isWorkspaces: parameters.some(({ name }) => name === "x-workspace-id"),
    })),
  );
});

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
  await client.send("POST", path, answers({ body: "Is there a cellar?" }));
  return (await owner.get("/portal_questions")).records[0]?.id ?? "";
}

function valid(path: string): object {
  const name = path.split("/")[1] ?? "";
  const type =
    { client_people: "client_person", portal_settings: "portal_settings" }[name] ??
    name.replace(/ies$/, "y").replace(/s$/, "");
  const attributes: Readonly<Record<string, object>> = {
    account: { profilePicture: null },
    comment: { body: "Theirs." },
    portal_question: { answer: "Theirs." },
    message: { body: "Theirs." },
  };
  return { type, attributes: attributes[type] ?? {} };
}

function answers(attributes: object) {
  return { type: "portal_answers", attributes };
}

const assigned = { type: "assignment", attributes: { accountId: randomUUID() } };

/** Posts to a record that need to say something. */
const posted: Readonly<Record<string, object>> = {
  "/documents/{id}/versions": { type: "document", attributes: { fileId: randomUUID() } },
  "/opportunities/{id}/moves": { type: "opportunity", attributes: { from: "open", to: "offer_suggeted" } },
  "/folders/{id}/visibility": { type: "folder", attributes: { isClientVisible: true } },
  "/opportunities/{id}/after_closing": { type: "opportunity", attributes: { taskIds: [randomUUID()] } },
  "/opportunities/{id}/undoing": { type: "opportunity", attributes: { moveId: randomUUID() } },
  "/portal/properties/{id}/priority": { type: "portal_priority", attributes: { priority: "High" } },
  "/portal/properties/{id}/interest": answers({ choice: "interested" }),
  "/portal/properties/{id}/rating": answers({ rating: 3 }),
  "/portal/properties/{id}/showings": answers({ times: ["2031-05-01T17:00:00Z"] }),
  "/portal/properties/{id}/offer_answer": answers({ suggestionId: randomUUID(), choice: "approved" }),
  "/portal/properties/{id}/repair_answers": answers({ answers: [{ findingId: randomUUID(), choice: "leave" }] }),
  "/portal/properties/{id}/questions": answers({ body: "Why?" }),
  "/opportunities/{id}/client_answers/acknowledgement": {
    type: "client_answers",
    attributes: { until: "2031-05-01T17:00:00Z" },
  },
  "/opportunities/{id}/suggestions": {
    type: "offer_suggestion",
    attributes: { price: { amount: "1", currency: "USD" }, replaces: null },
  },
  "/packages/{id}/client_shares": { type: "client_share", attributes: { clientIds: [randomUUID()] } },
  "/portal_requests/{id}/acceptance": {
    type: "portal_request",
    attributes: { fields: ["min_beds"], request: "*", profile: "*" },
  },
  "/message_threads/{id}/read": { type: "message_thread", attributes: { number: 1 } },
  "/accounts/members/{id}/removal": { type: "member_removal", attributes: { successorId: null } },
  "/clients/{id}/member_shares": { ...assigned, type: "member_share" },
  "/packages/{id}/member_shares": { ...assigned, type: "member_share" },
  "/clients/{id}/assignment": assigned,
  "/packages/{id}/assignment": assigned,
  "/opportunities/{id}/assignment": assigned,
  "/clients/{id}/bounced_addresses/retries": {
    type: "bounced_addresses",
    attributes: { email: "maya@client.example" },
  },
  "/packages/{id}/portal_release": { type: "portal_release", attributes: { costs: true } },
};

/** The calls that clients make. */
function isForClients(path: string): boolean {
  return path.startsWith("/portal/");
}

function collectionOf(path: string): string {
  return path.split("/{id}")[0] ?? "";
}

async function state(service: UpstreamService): Promise<unknown> {
  const { rows } = await service.database.orm.execute(sql`
    select (select json_agg(c order by id) from upstream.clients c) as clients,
      (select json_agg(p order by id) from upstream.client_people p) as people,
      (select json_agg(b order by id) from upstream.buyer_profiles b) as profiles,
      (select json_agg(p order by id) from upstream.packages p) as packages,
      (select json_agg(c order by id) from upstream.comparables c) as comparables,
      (select json_agg(p order by id) from upstream.package_photos p) as photos,
      (select json_agg(w order by id) from upstream.workspaces w) as workspaces,
      (select json_agg(f order by id) from upstream.folders f) as folders,
      (select json_agg(d order by id) from upstream.documents d) as documents,
      (select json_agg(e order by id) from upstream.cost_estimates e) as estimates,
      (select json_agg(t order by id) from upstream.cost_templates t) as templates,
      (select json_agg(l order by id) from upstream.share_links l) as links,
      (select json_agg(o order by id) from upstream.opportunities o) as opportunities,
      (select json_agg(s order by id) from upstream.showings s) as showings,
      (select json_agg(c order by id) from upstream.comments c) as comments,
      (select json_agg(q order by id) from upstream.portal_questions q) as questions,
      (select json_agg(a order by id) from upstream.portal_answers a) as answers,
      (select json_agg(o order by id) from upstream.offer_suggestions o) as suggestions,
      (select json_agg(t order by id) from upstream.tasks t) as tasks,
      (select json_agg(t order by id) from upstream.task_templates t) as habits,
      (select json_agg(m order by id) from upstream.messages m) as messages,
      (select json_agg(t order by client_id) from upstream.message_threads t) as threads,
      (select json_agg(r order by client_id, account_id) from upstream.message_reads r) as reads,
      (select count(*) from upstream.message_drafts) as drafts,
      (select json_agg(r order by id) from upstream.saved_replies r) as replies,
      (select json_agg(v order by id) from upstream.saved_views v) as saved_views,
      (select json_agg(i order by id) from upstream.inbound_mails i) as inbound_mails,
      (select json_agg(n order by id) from upstream.notifications n) as notifications,
      (select json_agg(r order by id) from upstream.portal_requests r) as portal_requests,
      (select json_agg(i order by id) from upstream.portal_invitations i) as invitations,
      (select json_agg(p order by id) from upstream.portal_people p) as portal_people,
      (select json_agg(s order by id) from upstream.portal_settings s) as portal_settings,
      (select json_agg(r order by id) from upstream.contact_requests r) as requests,
      (select json_agg(r order by id) from upstream.portal_requests r) as sent_by_clients,
      (select count(*) from upstream.record_shares) as record_shares, (select count(*) from upstream.portal_calendars) as calendars,
      (select count(*) from upstream.staff_calendars) as staff_calendars,
      (select count(*) from upstream.portal_views) as views, (select count(*) from upstream.portal_priorities) as priorities,
      (select json_agg(r order by package_id) from upstream.portal_releases r) as releases,
      (select json_agg(s order by id) from upstream.sessions s) as sessions,
      (select json_agg(r order by id) from upstream.plan_requests r) as plan_requests,
      (select count(*) from mail.outbox) as mails,
      (select count(*) from upstream.files) as files, (select json_agg(f order by id) from upstream.findings f) as findings,
      (select count(*) from upstream.document_summaries) as summaries,
      (select count(*) from upstream.inspection_reports) as reports,
      (select count(*) from upstream.activities) as events, (select count(*) from upstream.pictures) as pictures`);
  return rows[0];
}

test("every verb on every record of another workspace is a plain 404, and nothing is written", async ({ service }) => {
  const before = await state(service);
  const named = operations.filter(({ path }) => path.includes("{id}"));
  const walked = [];
  for (const { method, path } of named) {
    const id = foreign.get(collectionOf(path));
    if (id === undefined) throw new Error(`This test has no record of another workspace for ${path}.`);
    const url = path.replace("{id}", id);
    const sent = method === "PATCH" ? valid(path) : method === "POST" ? (posted[path] ?? {}) : {};
    const { send } = isForClients(path) ? guest : stranger;
    const answer = await send(method, url, sent);
    expect([method, path, answer.problem]).toEqual([method, path, "404 not_found"]);
    const unknown = await send(method, path.replace("{id}", randomUUID()), sent);
    expect(withoutId(unknown.text)).toBe(withoutId(answer.text));
    walked.push(`${method} ${path}`);
  }
  expect(walked).toEqual(
    expect.arrayContaining([
      "GET /clients/{id}",
      "PATCH /clients/{id}",
      "POST /clients/{id}/archival",
      "DELETE /clients/{id}/archival",
      "PATCH /buyer_profiles/{id}",
      "DELETE /client_people/{id}",
      "GET /activities/{id}",
    ]),
  );
  expect(await state(service)).toEqual(before);
});

test("lists, searches and duplicates show nothing of another workspace", async () => {
  const client = foreign.get("/clients") ?? "";
  for (const path of [
    "/clients?filter[search]=maya",
    "/clients?page[limit]=250",
    "/clients/duplicates?email=maya@client.example&name=Maya%20Lindqvist",
    `/activities?filter[client_id]=${client}`,
    `/audit_events?filter[client_id]=${client}`,
  ]) {
    expect((await stranger.get(path)).records).toEqual([]);
  }
  const events = await stranger.get("/activities");
  expect(events.records.map(({ attributes }) => attributes.actor_account_id)).toEqual([stranger.accountId]);
  expect((await stranger.get("/clients?page[count]=true")).document.meta?.page?.total).toBe(0);
});

test("nothing can be added to another workspace's client", async ({ service }) => {
  const before = await state(service);
  const attributes = { clientId: foreign.get("/clients"), name: "Eve", email: "eve@client.example" };
  const answer = await stranger.send("POST", "/client_people", { type: "client_person", attributes });
  expect(answer.problem).toBe("404 not_found");
  expect(await state(service)).toEqual(before);
});

test("a header that names another workspace opens nothing, and falls back to nothing", async ({ service }) => {
  const before = await state(service);
  const headers = { "x-workspace-id": foreign.get("/workspaces") ?? "" };
  for (const { method, path, isWorkspaces } of operations) {
    if (!isWorkspaces) continue;
    const id = foreign.get(collectionOf(path)) ?? randomUUID();
    const sent = method === "POST" || method === "PATCH" ? valid(path) : {};
    const { send } = isForClients(path) ? guest : stranger;
    const answer = await send(method, path.replace("{id}", id), { ...sent, headers });
    expect([method, path, answer.problem]).toEqual([method, path, "404 not_found"]);
  }
  expect(operations.filter(({ isWorkspaces }) => isWorkspaces).length).toBeGreaterThan(10);
  expect(await state(service)).toEqual(before);
});

test("without a session every call about a workspace is 401", async ({ service }) => {
  for (const { method, path, isWorkspaces } of operations) {
    if (!isWorkspaces) continue;
    const id = foreign.get(collectionOf(path)) ?? randomUUID();
    const answer = await service.send(method, path.replace("{id}", id), method === "GET" ? {} : valid(path));
    expect([method, path, answer.problem]).toEqual([method, path, "401 unauthenticated"]);
  }
});

test("every table that holds a workspace's things says whose they are", async ({ service }) => {
  const { rows } = await service.database.orm.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables t where table_schema = 'upstream' and table_type = 'BASE TABLE' and not exists (
      select from information_schema.columns c where c.table_schema = 'upstream' and c.table_name = t.table_name
        and column_name = 'workspace_id' and is_nullable = 'NO')`);
  // People and what they sign in with belong to themselves; a handle may be held for a registration.
  const personal = [
    "accounts",
    "sessions",
    "access_events",
    "email_changes",
    "email_change_links",
    "mailed_links",
    "second_steps",
    "recovery_codes",
    "trusted_browsers",
    "second_step_setups",
    "waiting_sign_ins",
    "openid_identities",
    "registrations",
    "workspaces",
    "handles",
    "idempotency_keys",
    "portal_people",
    // One without a workspace lets somebody make one.
    "member_invitations",
    // Its id is the workspace's.
    "portal_settings",
  ];
  expect(rows.map(({ name }) => name).filter((name) => !personal.includes(name))).toEqual([]);
});

test("the database itself refuses what belongs to a client of another workspace", async ({ service }) => {
  const clientId = foreign.get("/clients") ?? "";
  const write = service.database.orm.execute(sql`
    insert into upstream.client_people (workspace_id, client_id, name, email, email_key)
    values (${stranger.workspaceId}, ${clientId}, 'Eve', 'eve@client.example', 'eve@client.example')`);
  await expect(write).rejects.toThrow();
});

function withoutId(text: string): string {
  return text.replace(/"id":"[0-9a-f-]{36}"/g, "");
}
