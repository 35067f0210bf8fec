import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { TestRecord } from "#tests/support/answers.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { upstreamTest } from "#tests/support/upstream-test.ts";
import { created, everything, move, movesOf, newDeal, undo } from "./deals.ts";

// A showing and its stage are one thing.

const startsAt = everything.showingAt;
const later = "2031-05-02T17:00:00Z";

const test = upstreamTest({});

describe("arranged showings", () => {
  const newOwner = async (service: UpstreamService): Promise<TestPerson> => (await service.newWorkspace()).owner;

  const request = async (owner: TestPerson, opportunityId: string, given: object = {}): Promise<TestRecord> => {
    const attributes = { opportunityId, startsAt, durationMinutes: 45, note: "Ring twice.", ...given };
    return created(await owner.send("POST", "/showings", { type: "showing", attributes }));
  };
  const confirm = (owner: TestPerson, id: string) => owner.send("POST", `/showings/${id}/confirmation`);
  const showingsOf = async (owner: TestPerson, id: string) =>
    (await owner.get(`/showings?filter[opportunity_id]=${id}&sort=starts_at`)).records.map(({ id, attributes }) => ({
      id,
      state: attributes.state,
      sequence: attributes.sequence,
      uid: attributes.uid,
      minutes: attributes.duration_minutes,
      note: attributes.note,
    }));
  const dealOf = async (owner: TestPerson, id: string) => (await owner.get(`/opportunities/${id}`)).record.attributes;
  const labelsOf = async (owner: TestPerson, id: string) =>
    (await owner.get(`/activities?filter[opportunity_id]=${id}`)).records.map(({ attributes }) => attributes.label);

  test("confirming one moves the deal to its stage: one move, one event, undone as one", async ({ service }) => {
    const owner = await newOwner(service);
    const { id } = await newDeal(owner);
    const showing = await request(owner, id);
    const events = (await labelsOf(owner, id)).length;
    const confirmed = await confirm(owner, showing.id);
    expect(confirmed.record.attributes).toMatchObject({ state: "confirmed", sequence: 1 });
    const deal = await dealOf(owner, id);
    expect(deal.stage).toBe("showing_scheduled");
    expect(await movesOf(owner, id)).toMatchObject([
      { from: "open", to: "showing_scheduled", showing_at: "2031-05-01T17:00:00.000000Z" },
    ]);
    expect((await labelsOf(owner, id)).slice(0, -events)).toEqual(["Showing confirmed"]);
    await undo(owner, id, Object(deal.undo).move_id);
    expect((await dealOf(owner, id)).stage).toBe("open");
    const { uid } = showing.attributes;
    expect(await showingsOf(owner, id)).toEqual([
      { id: showing.id, state: "requested", sequence: 2, uid, minutes: 45, note: "Ring twice." },
    ]);
    expect((await confirm(owner, showing.id)).record.attributes).toMatchObject({ state: "confirmed", sequence: 3 });
    expect((await dealOf(owner, id)).stage).toBe("showing_scheduled");
  });

  test("confirming a second one, or one of a deal that is past the showings, moves nothing", async ({ service }) => {
    const owner = await newOwner(service);
    const { id } = await newDeal(owner);
    await confirm(owner, (await request(owner, id)).id);
    const second = await request(owner, id, { startsAt: later });
    expect((await confirm(owner, second.id)).record.attributes.state).toBe("confirmed");
    expect(await movesOf(owner, id)).toHaveLength(1);
    const other = await newDeal(owner);
    await move(owner, other.id, "open", "offer_sent");
    const look = await request(owner, other.id);
    expect((await confirm(owner, look.id)).record.attributes.state).toBe("confirmed");
    expect((await dealOf(owner, other.id)).stage).toBe("offer_sent");
  });

  test("naming its own time again keeps a confirmed one, with its length, note and calendar entry", async ({
    service,
  }) => {
    const owner = await newOwner(service);
    const { id } = await newDeal(owner);
    const showing = await request(owner, id);
    await confirm(owner, showing.id);
    await undo(owner, id, Object((await dealOf(owner, id)).undo).move_id);
    await confirm(owner, showing.id);
    // Back at a stage from which it can be scheduled, with the showing still arranged.
    await service.database.orm.execute(sql`update upstream.opportunities set stage = 'open' where id = ${id}`);
    const [before] = await showingsOf(owner, id);
    expect((await move(owner, id, "open", "showing_scheduled", { showingAt: startsAt })).problem).toBe("");
    expect(await showingsOf(owner, id)).toEqual([before]);
    expect(before).toMatchObject({ state: "confirmed", uid: showing.attributes.uid, minutes: 45, note: "Ring twice." });
  });

  test("the stage takes one that is arranged, and confirms it where it was only requested", async ({ service }) => {
    const owner = await newOwner(service);
    const { id } = await newDeal(owner);
    const showing = await request(owner, id);
    const scheduled = await move(owner, id, "open", "showing_scheduled", { showingId: showing.id });
    expect(scheduled.problem).toBe("");
    const { uid } = showing.attributes;
    const kept = { id: showing.id, uid, minutes: 45, note: "Ring twice." };
    expect(await showingsOf(owner, id)).toEqual([{ ...kept, state: "confirmed", sequence: 1 }]);
    expect(await movesOf(owner, id)).toMatchObject([{ showing_at: "2031-05-01T17:00:00.000000Z" }]);
    await undo(owner, id, Object(scheduled.record.attributes.undo).move_id);
    expect(await showingsOf(owner, id)).toEqual([{ ...kept, state: "requested", sequence: 2 }]);
  });

  test("another time adds a second one, and leaves the first as it is", async ({ service }) => {
    const owner = await newOwner(service);
    const { id } = await newDeal(owner);
    const showing = await request(owner, id);
    const scheduled = await move(owner, id, "open", "showing_scheduled", { showingAt: later });
    expect(await showingsOf(owner, id)).toMatchObject([
      { id: showing.id, state: "requested", sequence: 0, note: "Ring twice." },
      { state: "confirmed", note: null },
    ]);
    await undo(owner, id, Object(scheduled.record.attributes.undo).move_id);
    expect((await showingsOf(owner, id)).map(({ state }) => state)).toEqual(["requested", "cancelled"]);
  });

  test("one that is over, or another deal's, is refused at its field", async ({ service }) => {
    const owner = await newOwner(service);
    const [deal, other] = [await newDeal(owner), await newDeal(owner)];
    const [mine, theirs] = [await request(owner, deal.id), await request(owner, other.id)];
    await owner.send("POST", `/showings/${mine.id}/cancellation`);
    for (const { id } of [mine, theirs])
      expect((await move(owner, deal.id, "open", "showing_scheduled", { showingId: id })).problem).toBe(
        "400 invalid_attribute /data/attributes/showing_id",
      );
    expect((await dealOf(owner, deal.id)).stage).toBe("open");
    expect((await move(owner, deal.id, "open", "showing_scheduled", {})).problem).toBe(
      "400 required /data/attributes/showing_at",
    );
  });
});
