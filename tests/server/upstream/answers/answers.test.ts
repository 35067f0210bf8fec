import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { z } from "zod";
import { accept, invite, newPortalClient, type TestClient } from "#tests/support/portal-service.ts";
import { newPackage } from "#tests/support/uploads.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = newWorkspaceTest();

const type = "portal_answers";

/** A client with an open opportunity. */
async function newDeal(service: UpstreamService, owner: TestPerson) {
  const { client, record, invitation } = await newPortalClient(service, owner, "Nora Lind");
  const { id: packageId } = await newPackage(owner);
  const attributes = { clientId: record.id, packageId };
  const { id } = (await owner.send("POST", "/opportunities", { type: "opportunity", attributes })).record;
  const path = `/portal/properties/${packageId}`;
  const say = (below: string, attributes: object, by: TestClient = client) =>
    by.send("POST", `${path}/${below}`, { type, attributes });
  const own = async (by: TestClient = client) => (await by.get(`${path}/answers`)).record.attributes;
  const staff = async () => (await owner.get(`/opportunities/${id}/client_answers`)).record.attributes;
  const move = (from: string, to: string, more: object = {}) =>
    owner.send("POST", `/opportunities/${id}/moves`, { type: "opportunity", attributes: { from, to, ...more } });
  return { id, packageId, clientId: record.id, client, invitation, path, say, own, staff, move };
}

async function joinHousehold(service: UpstreamService, owner: TestPerson, clientId: string): Promise<TestClient> {
  const email = `theo.${randomUUID().slice(0, 8)}@buyer.example`;
  const person = { clientId, name: "Theo Lind", email };
  await owner.send("POST", "/client_people", { type: "client_person", attributes: person });
  await invite(owner, clientId, email);
  return accept(service, email);
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const price = { amount: "840000", currency: "USD" };

test("each person says whether they are interested; the agent sees all of them until taking note", async ({
  service,
  owner,
}) => {
  const { id, clientId, say, own, staff } = await newDeal(service, owner);
  const theo = await joinHousehold(service, owner, clientId);
  expect((await say("interest", { choice: "interested", reasons: ["price"] })).status).toBe(200);
  expect((await say("interest", { choice: "interested", reasons: ["price"] })).status).toBe(200);
  const away = { choice: "not_interested", reasons: ["location", "other"], remark: " Too loud. " };
  expect((await say("interest", away, theo)).status).toBe(200);
  expect((await own()).interest).toMatchObject({ choice: "interested", remark: null });
  expect((await own(theo)).interest).toMatchObject({ choice: "not_interested", remark: "Too loud." });
  const { answers } = await staff();
  expect(answers).toMatchObject([
    { name: "Theo Lind", choice: "not_interested", reasons: ["location", "other"], is_noted: false },
    { name: "Nora Lind", choice: "interested", reasons: ["price"] },
  ]);
  const waiting = async () =>
    (await owner.get("/client_answers")).records
      .filter(({ attributes }) => attributes.opportunity_id === id)
      .map(({ attributes }) => `${attributes.name}: ${attributes.choice}`);
  expect(await waiting()).toEqual(["Nora Lind: interested", "Theo Lind: not_interested"]);
  const until = inDays(0);
  await say("interest", { choice: "not_interested" });
  const note = { type: "client_answers", attributes: { until } };
  expect((await owner.send("POST", `/opportunities/${id}/client_answers/acknowledgement`, note)).status).toBe(204);
  expect(await waiting()).toEqual(["Nora Lind: not_interested"]);
  const events = (await owner.get(`/activities?filter[opportunity_id]=${id}`)).records;
  expect(events.map(({ attributes }) => `${attributes.actor_name}: ${attributes.label}`).slice(0, 3)).toEqual([
    "Nora Lind: Client not interested",
    "Theo Lind: Client not interested",
    "Nora Lind: Client interested",
  ]);
});

test("a property is rated after a showing, and not before", async ({ service, owner }) => {
  const { id, say, own, move } = await newDeal(service, owner);
  expect((await say("rating", { rating: 4 })).problem).toBe("409 no_showing");
  await move("open", "showing_scheduled", { showingAt: inDays(-1) });
  expect((await own()).may_rate).toBe(true);
  expect((await say("rating", { rating: 6 })).problem).toBe("400 invalid_attribute /data/attributes/rating");
  expect((await say("rating", { rating: 4, remark: "Bright." })).status).toBe(200);
  expect((await own()).rating).toMatchObject({ rating: 4, remark: "Bright." });
  expect((await owner.get("/client_answers")).records.map(({ attributes }) => attributes.opportunity_id)).toContain(id);
});

const showingsOf = async (owner: TestPerson, id: string) =>
  (await owner.get(`/showings?filter[opportunity_id]=${id}&sort=starts_at`)).records;
const statesOf = async (owner: TestPerson, id: string) =>
  (await showingsOf(owner, id)).map(({ attributes }) => attributes.state);
const eventsOf = async (owner: TestPerson, id: string) =>
  (await owner.get(`/activities?filter[opportunity_id]=${id}`)).records
    .filter(({ attributes }) => attributes.topic === "showings")
    .map(({ attributes }) => attributes.label);

test("the times of a request are one: asked for, listed, confirmed and cancelled together", async ({
  service,
  owner,
}) => {
  const { id, client, say, own } = await newDeal(service, owner);
  const times = [inDays(3), inDays(1), inDays(2)];
  expect((await say("showings", { times: [...times, inDays(4)] })).status).toBe(400);
  expect((await say("showings", { times: [inDays(-1)] })).problem).toBe(
    "400 invalid_attribute /data/attributes/starts_at",
  );
  const waitingBefore = Number((await owner.get("/dashboard")).record.attributes.showings_to_confirm);
  expect((await say("showings", { times, remark: "With my mother" })).status).toBe(200);
  const records = await showingsOf(owner, id);
  expect(records.map(({ attributes }) => [attributes.state, attributes.requested_by_name, attributes.note])).toEqual(
    Array.from({ length: 3 }, () => ["requested", "Nora Lind", "With my mother"]),
  );
  expect(new Set(records.map(({ attributes }) => attributes.request_id)).size).toBe(1);
  expect(await eventsOf(owner, id)).toEqual(["Showing requested"]);
  expect(Number((await owner.get("/dashboard")).record.attributes.showings_to_confirm) - waitingBefore).toBe(1);
  const { dates } = (await client.get("/portal/overview")).record.attributes;
  expect(dates).toMatchObject([{ id: `showing-${records[0]?.id}`, is_confirmed: false, other_times: 2 }]);
  const more = [inDays(5), inDays(6), inDays(7)];
  expect((await say("showings", { times: more })).problem).toMatch(/^409 showing_arranged/);
  expect((await say("showings", { times: more, instead: false })).status).toBe(200);
  expect((await say("showings", { times: [inDays(9)], instead: false })).problem).toBe("409 requests_waiting");
  await owner.send("POST", `/showings/${records[1]?.id}/confirmation`);
  const answered = ["cancelled", "confirmed", "cancelled"];
  expect(await statesOf(owner, id)).toEqual([...answered, "requested", "requested", "requested"]);
  expect((await own()).showings).toHaveLength(6);
  const [, , , other] = await showingsOf(owner, id);
  await owner.send("POST", `/showings/${other?.id}/cancellation`);
  expect(await statesOf(owner, id)).toEqual([...answered, "cancelled", "cancelled", "cancelled"]);
});

test("a client calls off a request or a showing; without any other the deal is open again", async ({
  service,
  owner,
}) => {
  const { id, say } = await newDeal(service, owner);
  const callOff = async (place: number) =>
    say("showing_cancellation", { showingId: (await showingsOf(owner, id))[place]?.id });
  const stage = async () => (await owner.get(`/opportunities/${id}`)).record.attributes.stage;
  await say("showings", { times: [inDays(1), inDays(2)] });
  await say("showings", { times: [inDays(3), inDays(4)], instead: false });
  expect((await callOff(1)).status).toBe(200);
  expect(await statesOf(owner, id)).toEqual(["cancelled", "cancelled", "requested", "requested"]);
  const [, , third] = await showingsOf(owner, id);
  await owner.send("POST", `/showings/${third?.id}/confirmation`);
  expect(await stage()).toBe("showing_scheduled");
  await say("showings", { times: [inDays(5), inDays(6)], instead: true });
  const replaced = ["cancelled", "cancelled", "cancelled", "cancelled", "requested", "requested"];
  expect([await statesOf(owner, id), await stage()]).toEqual([replaced, "showing_scheduled"]);
  expect((await callOff(4)).status).toBe(200);
  expect((await callOff(4)).status).toBe(200);
  expect([new Set(await statesOf(owner, id)), await stage()]).toEqual([new Set(["cancelled"]), "open"]);
  const told = (await owner.get("/notifications")).records.filter(({ attributes }) => attributes.opportunity_id === id);
  expect(told.map(({ attributes }) => attributes.kind)).toEqual([
    "showing_cancelled",
    "showing_requested",
    "showing_cancelled",
    "showing_cancelled",
    "showing_requested",
    "showing_requested",
  ]);
  const moved = (await owner.get(`/activities?filter[opportunity_id]=${id}`)).records.find(
    ({ attributes }) => attributes.kind === "opportunity.moved",
  );
  expect(moved?.attributes).toMatchObject({
    actor_name: "Nora Lind",
    changes: expect.arrayContaining([{ field: "reason", before: null, after: "client_changed_mind" }]),
  });
  const other = await newDeal(service, owner);
  expect((await other.say("showing_cancellation", { showingId: third?.id })).problem).toBe("404 not_found");
});

test("a suggested offer is answered as it is shown, once, and not after it was changed or has expired", async ({
  service,
  owner,
}) => {
  const { id, say, own, staff, move } = await newDeal(service, owner);
  expect((await move("open", "offer_suggeted", { terms: "As is" })).problem).toBe(
    "400 required /data/attributes/price",
  );
  await move("open", "offer_suggeted", { price, expiresAt: inDays(2), terms: "Inspection within 10 days" });
  const { suggestion } = await own();
  expect(suggestion).toMatchObject({ price, terms: "Inspection within 10 days", is_expired: false, answers: [] });
  const suggestionId = String(Object(suggestion).id);
  const changes = { suggestionId, choice: "changes" };
  expect((await say("offer_answer", changes)).problem).toBe("400 invalid_attribute /data/attributes/remark");
  expect((await say("offer_answer", { ...changes, remark: "Ask for the fridge." })).status).toBe(200);
  expect((await say("offer_answer", { suggestionId, choice: "approved" })).status).toBe(200);
  expect((await own()).suggestion).toMatchObject({ answers: [{ is_own: true, choice: "approved" }] });
  const higher = { price: { ...price, amount: "850000" }, replaces: suggestionId };
  const suggest = (attributes: object) =>
    owner.send("POST", `/opportunities/${id}/suggestions`, { type: "offer_suggestion", attributes });
  expect((await suggest(higher)).status).toBe(201);
  expect((await suggest(higher)).problem).toBe("409 suggestion_changed");
  expect((await say("offer_answer", { suggestionId, choice: "approved" })).problem).toBe("409 suggestion_changed");
  const changed = Object((await own()).suggestion);
  expect(changed).toMatchObject({ price: higher.price, answers: [], earlier: { price } });
  expect((await staff()).answers).toMatchObject([
    { choice: "approved", is_about_current: false },
    { choice: "changes", is_about_current: false },
  ]);
  await service.database.orm.execute(
    sql`update upstream.offer_suggestions set expires_at = now() - interval '1 minute' where id = ${changed.id}`,
  );
  expect((await say("offer_answer", { suggestionId: changed.id, choice: "approved" })).problem).toBe(
    "409 suggestion_expired",
  );
});

test("the last word counts: what is not for a client has no priority and no approval, and each word is told by itself", async ({
  service,
  owner,
}) => {
  const { id, client, packageId, say, own, staff, move } = await newDeal(service, owner);
  await move("open", "offer_suggeted", { price });
  const suggestionId = Object((await own()).suggestion).id;
  const choose = (priority: string) =>
    client.send("POST", `/portal/properties/${packageId}/priority`, {
      type: "portal_priority",
      attributes: { priority },
    });
  const shown = async () => {
    const { attributes } = (await client.get(`/portal/properties/${packageId}`)).record;
    const { answers, priorities } = await staff();
    const words = z
      .array(z.object({ choice: z.string(), is_latest: z.boolean() }))
      .parse(answers)
      .map(({ choice, is_latest }) => (is_latest ? choice : `before: ${choice}`));
    return [attributes.own_priority, attributes.is_refused, Object(priorities).length, words];
  };
  await choose("High");
  await say("interest", { choice: "interested", reasons: ["price"] });
  await say("offer_answer", { suggestionId, choice: "approved" });
  const away = { choice: "not_interested", reasons: ["location"] };
  expect((await say("interest", away)).problem).toMatch(/^409 offer_open/);
  expect(await shown()).toEqual(["High", false, 1, ["approved", "interested"]]);
  expect((await say("interest", { ...away, offer: "drop" })).status).toBe(200);
  const refused = ["not_interested", "declined", "before: approved", "before: interested"];
  expect(await shown()).toEqual([null, true, 0, refused]);
  expect((await owner.get(`/opportunities/${id}`)).record.attributes).toMatchObject({
    stage: "offer_suggeted",
    client_rank: null,
  });
  const told = (await owner.get("/notifications")).records
    .filter(({ attributes }) => attributes.opportunity_id === id)
    .map(({ attributes }) => attributes.detail);
  expect(told).toEqual([
    "Client not interested",
    "Suggested offer declined by the client",
    "Suggested offer approved by the client",
    "Client interested",
  ]);
  await choose("Low");
  expect(await shown()).toEqual(["Low", false, 1, ["before: not_interested", ...refused.slice(1)]]);
});

test("an answer to the seller's counter-offer is told as that", async ({ service, owner }) => {
  const { id, say, own, move } = await newDeal(service, owner);
  const answer = async (choice: string, remark: string | null = null) =>
    say("offer_answer", { suggestionId: Object((await own()).suggestion).id, choice, remark });
  await move("open", "offer_suggeted", { price });
  await answer("approved");
  await move("offer_suggeted", "offer_sent", { price, expiresAt: inDays(3) });
  const attributes = { price: { ...price, amount: "852500" }, replaces: null };
  await owner.send("POST", `/opportunities/${id}/suggestions`, { type: "offer_suggestion", attributes });
  await answer("changes", "850 at most");
  await answer("declined");
  await answer("approved");
  const away = { choice: "not_interested", reasons: ["price"], offer: "drop" };
  expect((await say("interest", away)).status).toBe(200);
  const ofDeal = ({ attributes }: { attributes: Record<string, unknown> }) => attributes.opportunity_id === id;
  const told = (await owner.get("/notifications")).records.filter(ofDeal).map(({ attributes }) => attributes.detail);
  const words = [
    "Counter-offer declined by the client",
    "Counter-offer approved by the client",
    "Counter-offer declined by the client",
    "Changes to the counter-offer asked for by the client",
    "Suggested offer approved by the client",
  ];
  expect(told).toEqual(["Client not interested", ...words]);
  const history = (await owner.get(`/activities?filter[opportunity_id]=${id}`)).records;
  expect(history.map(({ attributes }) => attributes.label)).toEqual(expect.arrayContaining(words));
  const waiting = (await owner.get("/client_answers")).records.filter(ofDeal);
  expect(waiting.map(({ attributes: { kind, is_about_counter } }) => [kind, is_about_counter]).toSorted()).toEqual([
    ["interest", false],
    ["offer", true],
  ]);
});

test("taking back the stage takes back the suggested offer", async ({ service, owner }) => {
  const { id, own, staff, move } = await newDeal(service, owner);
  await move("open", "offer_suggeted", { price });
  const { undo } = (await owner.get(`/opportunities/${id}`)).record.attributes;
  const attributes = { moveId: Object(undo).move_id };
  await owner.send("POST", `/opportunities/${id}/undoing`, { type: "opportunity", attributes });
  expect([(await own()).suggestion, (await staff()).suggestion]).toEqual([null, null]);
});

test("repair questions are those that the agent asks, answered one by one", async ({ service, owner }) => {
  const { packageId, say, own, staff, move } = await newDeal(service, owner);
  const add = async (title: string, isClientAsked: boolean) => {
    const attributes = { packageId, system: "Roof", severity: "major", title, isClientAsked };
    return (await owner.send("POST", "/findings", { type: "finding", attributes })).record.id;
  };
  const [leak, crack] = [await add("Leak at the chimney", true), await add("Crack in the drive", false)];
  const answer = (findingId: string) => say("repair_answers", { answers: [{ findingId, choice: "credit" }] });
  expect([(await own()).findings, (await answer(leak)).problem]).toEqual([[], "409 not_asked"]);
  await move("open", "offer_sent", { price });
  await move("offer_sent", "offer_accepted", { price, acceptedOn: inDays(-1).slice(0, 10) });
  expect((await own()).findings).toMatchObject([{ id: leak, title: "Leak at the chimney", choice: null }]);
  expect((await answer(crack)).problem).toBe("409 not_asked");
  expect((await answer(leak)).status).toBe(200);
  expect((await own()).findings).toMatchObject([{ id: leak, choice: "credit" }]);
  expect((await staff()).answers).toMatchObject([{ finding: "Leak at the chimney", choice: "credit" }]);
});

test("a question is kept with the property, and its answer is shown to the client", async ({ service, owner }) => {
  const { id, say, own } = await newDeal(service, owner);
  expect((await say("questions", { body: "  " })).problem).toBe("400 invalid_attribute /data/attributes/body");
  await say("questions", { body: "Is the attic insulated?" });
  const [asked] = (await owner.get(`/portal_questions?filter[opportunity_id]=${id}`)).records;
  expect(asked?.attributes).toMatchObject({ body: "Is the attic insulated?", name: "Nora Lind", answer: null });
  const path = `/portal_questions/${asked?.id}`;
  const attributes = { answer: "Yes, since 2019." };
  await owner.send("PATCH", path, { type: "portal_question", id: asked?.id ?? "", attributes });
  expect((await own()).questions).toMatchObject([{ is_own: true, answer: "Yes, since 2019." }]);
  expect((await owner.get("/client_answers")).records).toEqual([]);
});

test("nothing is answered for another client's property, nor once access is revoked", async ({ service, owner }) => {
  const { client, path, invitation } = await newDeal(service, owner);
  const other = await newDeal(service, owner);
  const calls: readonly (readonly [string, object])[] = [
    ["interest", { choice: "interested" }],
    ["rating", { rating: 3 }],
    ["showings", { times: [inDays(1)] }],
    ["offer_answer", { suggestionId: randomUUID(), choice: "approved" }],
    ["repair_answers", { answers: [{ findingId: randomUUID(), choice: "leave" }] }],
    ["questions", { body: "Why?" }],
  ];
  for (const [below, attributes] of calls)
    expect((await other.say(below, attributes, client)).problem, below).toBe("404 not_found");
  expect((await client.get(`${other.path}/answers`)).status).toBe(404);
  await owner.send("POST", `/portal_invitations/${invitation.id}/revocation`);
  expect((await client.get(`${path}/answers`)).status).toBe(404);
});

test("of a deal that is lost the client is told so; another client's property stays unknown", async ({
  service,
  owner,
}) => {
  const { client, path, say, move } = await newDeal(service, owner);
  const other = await newDeal(service, owner);
  await move("open", "lost", { reason: "outbid" });
  expect((await say("showings", { times: [inDays(3)] })).problem).toBe("409 deal_over");
  for (const at of [path, `${path}/answers`]) {
    expect((await client.get(at)).problem).toBe("409 deal_over");
    expect((await other.client.get(at)).problem).toMatch(/^404 /);
  }
  await move("lost", "open");
  expect((await say("showings", { times: [inDays(3)] })).problem).toBe("");
});
