/** The writes of the client portal, each with the event that it leaves. */

import { expect } from "vitest";
import type { HistoryWalk } from "#tests/support/history-walk.ts";
import { accept, bringFile, invite, newPortalClient } from "#tests/support/portal-service.ts";
import { alderLane } from "#tests/support/records.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";

/** What staff and clients write about the portal, from the invitation to its end. */
export async function walkPortal(walk: HistoryWalk, service: UpstreamService, owner: TestPerson): Promise<void> {
  const { events, leaves, write } = walk;
  const email = "nora@buyer.example";
  const { id: clientId } = await owner.newClient({ name: "Nora Lind", email });
  const { id } = await leaves("portal_invitation.sent", "POST /portal_invitations", "", { clientId });
  await leaves("portal_invitation.sent_again", "POST /portal_invitations/{id}/sending", id);
  await leaves("portal_view.began", "POST /portal_views", "", { clientId });
  const known = (await events()).length;
  const client = await accept(service, email);
  const [accepted] = await events();
  expect([(await events()).length, accepted?.attributes]).toMatchObject([
    known + 1,
    { kind: "portal_invitation.accepted", actor_name: "Nora Lind", actor_account_id: null },
  ]);
  const { id: second } = await owner.newClient({ name: "Theo Lind", email });
  await invite(owner, second);
  await leaves("portal_invitation.accepted", "POST /portal/households/{id}/acceptance", second, {}, client);
  const revoked = (await owner.get(`/portal_invitations?filter[client_id]=${second}`)).records[0]?.id ?? "";
  await owner.send("POST", `/portal_invitations/${revoked}/revocation`);
  const asked = { title: "Send the letter", about: { type: "client", id: clientId }, isVisibleToClient: true };
  const task = (await owner.send("POST", "/tasks", { type: "task", attributes: asked })).record;
  await leaves("task.completed", "POST /portal/tasks/{id}/completion", task.id, {}, client);
  await leaves("task.reopened", "DELETE /portal/tasks/{id}/completion", task.id, {}, client);
  await leaves("client.updated", "PATCH /portal/me", "", { name: "Nora Lindqvist" }, client);
  const { id: packageId } = (await owner.send("POST", "/packages", { type: "package", attributes: alderLane })).record;
  await owner.send("POST", "/opportunities", { type: "opportunity", attributes: { clientId, packageId } });
  const choice = { priority: "High" };
  await leaves("opportunity.updated", "POST /portal/properties/{id}/priority", packageId, choice, client);
  await walkAnswers(walk, owner, { clientId, packageId, client });
  const letter = { name: "Letter.txt", content: "We would lend you money.", mime: "text/plain" };
  const mistakenId = await bringFile(service, client, letter);
  const mistaken = await leaves("document.added", "POST /portal/documents", "", { fileId: mistakenId }, client);
  await leaves("document.purged", "DELETE /portal/documents/{id}", mistaken.id, {}, client);
  const fileId = await bringFile(service, client, letter);
  await leaves("document.added", "POST /portal/documents", "", { fileId }, client);
  await leaves("message.received", "POST /portal/messages", "", { body: "Good morning." }, client);
  await leaves("portal_request.deletion", "POST /portal/deletion", "", {}, client);
  await leaves("portal_request.deletion_withdrawn", "DELETE /portal/deletion", "", {}, client);
  const [request] = (await owner.get(`/portal_requests?filter[client_id]=${clientId}&filter[open]=true`)).records;
  await leaves("portal_request.settled", "POST /portal_requests/{id}/settlement", request?.id ?? "");
  await leaves("portal_request.buyer_profile", "PATCH /portal/buyer_profile", "", { minBeds: 3 }, client);
  const [suggested] = (await owner.get(`/portal_requests?filter[client_id]=${clientId}&filter[open]=true`)).records;
  const wanted = { fields: ["min_beds"], request: "*", profile: "*" };
  const acceptance = await write("POST /portal_requests/{id}/acceptance", suggested?.id ?? "", wanted);
  expect(acceptance.kinds).toEqual(["buyer_profile.updated", "portal_request.accepted"]);
  await leaves("portal_calendar.made", "POST /portal/calendar", "", {}, client);
  await leaves("portal_calendar.ended", "DELETE /portal/calendar", "", {}, client);
  const opened = { kind: "property", recordId: packageId };
  await leaves("portal_opening.property", "POST /portal/openings", "", opened, client);
  await leaves("portal_invitation.revoked", "POST /portal_invitations/{id}/revocation", id);
  await leaves("client.copied", "POST /clients/{id}/copies", clientId);
  const { client: leaving, record } = await newPortalClient(service, owner, "Ida Asking");
  await leaving.send("POST", "/portal/deletion");
  const [wish] = (await owner.get(`/portal_requests?filter[client_id]=${record.id}`)).records;
  const nothing = { keep: [] };
  await leaves("client.person_deleted", "POST /portal_requests/{id}/person_deletion", wish?.id ?? "", nothing);
}

interface Asked {
  readonly clientId: string;
  readonly packageId: string;
  readonly client: Pick<TestPerson, "send">;
}

/** What a client answers and asks about a property, at the stages of its opportunity. */
async function walkAnswers(
  { leaves }: HistoryWalk,
  owner: TestPerson,
  { clientId, packageId, client }: Asked,
): Promise<void> {
  const { records } = await owner.get(`/opportunities?filter[client_id]=${clientId}`);
  const id = records[0]?.id ?? "";
  const says = (kind: string, below: string, attributes: Readonly<Record<string, unknown>>) =>
    leaves(kind, `POST /portal/properties/{id}/${below}`, packageId, attributes, client);
  const move = (from: string, to: string, more: object) =>
    owner.send("POST", `/opportunities/${id}/moves`, { type: "opportunity", attributes: { from, to, ...more } });
  await says("portal_answer.interested", "interest", { choice: "interested" });
  await says("showing.requested", "showings", { times: ["2031-05-01T17:00:00Z"] });
  const [asked] = (await owner.get(`/showings?filter[opportunity_id]=${id}`)).records;
  await says("showing.cancelled", "showing_cancellation", { showingId: asked?.id });
  await says("portal_question.asked", "questions", { body: "Is there a cellar?" });
  const [question] = (await owner.get("/portal_questions")).records;
  await leaves("portal_question.answered", "PATCH /portal_questions/{id}", question?.id ?? "", { answer: "Yes." });
  await leaves("portal_question.reopened", "PATCH /portal_questions/{id}", question?.id ?? "", { answer: null });
  await move("open", "showing_scheduled", { showingAt: new Date(Date.now() - 86_400_000).toISOString() });
  await says("portal_answer.rated", "rating", { rating: 5 });
  await move("showing_scheduled", "showing_complete", { showingOutcome: "cancelled" });
  const price = { amount: "640000", currency: "USD" };
  await move("showing_complete", "offer_suggeted", { price });
  const { suggestion: first } = (await owner.get(`/opportunities/${id}/client_answers`)).record.attributes;
  const offer = { price, replaces: Object(first).id };
  await leaves("offer_suggestion.changed", "POST /opportunities/{id}/suggestions", id, offer);
  const suggestion = (await owner.get(`/opportunities/${id}/client_answers`)).record.attributes.suggestion;
  const approval = { suggestionId: Object(suggestion).id, choice: "approved" };
  await says("portal_answer.approved", "offer_answer", approval);
  await move("offer_suggeted", "offer_sent", { price, expiresAt: "2031-05-01T17:00:00Z" });
  // Today may be tomorrow where the workspace is.
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  await move("offer_sent", "offer_accepted", { price, acceptedOn: yesterday.slice(0, 10) });
  const leak = { packageId, system: "Roof", severity: "major", title: "Leak", isClientAsked: true };
  const { record: finding } = await owner.send("POST", "/findings", { type: "finding", attributes: leak });
  await says("portal_answer.repair", "repair_answers", { answers: [{ findingId: finding.id, choice: "repair" }] });
}
