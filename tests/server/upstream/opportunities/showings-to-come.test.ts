import { describe, expect } from "vitest";
import type { TestPerson } from "#tests/support/upstream-service.ts";
import { upstreamTest } from "#tests/support/upstream-test.ts";
import { created, everything, move, newDeal, undo } from "./deals.ts";

// A deal is not complete with its showings while one is still to come.

const past = () => new Date(Date.now() - 86_400_000).toISOString();
const later = "2031-05-02T17:00:00Z";

const test = upstreamTest({});

describe("showings to come", () => {
  const request = async (owner: TestPerson, opportunityId: string, startsAt: string) =>
    created(await owner.send("POST", "/showings", { type: "showing", attributes: { opportunityId, startsAt } }));
  const statesOf = async (owner: TestPerson, id: string) =>
    (await owner.get(`/showings?filter[opportunity_id]=${id}&sort=starts_at`)).records.map(
      ({ attributes }) => attributes.state,
    );
  const complete = (owner: TestPerson, id: string, given: object) =>
    move(owner, id, "showing_scheduled", "showing_complete", given);
  /** Its showing was yesterday; another one is agreed on, and a third one requested. */
  const scheduled = async (owner: TestPerson) => {
    const { id } = await newDeal(owner);
    await move(owner, id, "open", "showing_scheduled", { showingAt: past() });
    const next = await request(owner, id, everything.showingAt);
    await owner.send("POST", `/showings/${next.id}/confirmation`);
    await request(owner, id, later);
    return id;
  };

  test("are asked about, and nothing changes without the answer", async ({ service }) => {
    const { owner } = await service.newWorkspace();
    const id = await scheduled(owner);
    const asked = await complete(owner, id, {});
    expect(asked.problem).toBe("409 showing_to_come /data/attributes/showing_outcome");
    expect((await complete(owner, id, { showingOutcome: "whatever" })).problem).toBe(
      "400 invalid_attribute /data/attributes/showing_outcome",
    );
    expect(await statesOf(owner, id)).toEqual(["confirmed", "confirmed", "requested"]);
    expect((await owner.get(`/opportunities/${id}`)).record.attributes.stage).toBe("showing_scheduled");
  });

  test.for([
    ["held", ["held", "held", "cancelled"]],
    ["to_come", ["held", "confirmed", "requested"]],
    ["cancelled", ["held", "cancelled", "cancelled"]],
  ] as const)(
    "are left as the answer “%s” says, and undone with the move",
    async ([showingOutcome, states], { service }) => {
      const { owner } = await service.newWorkspace();
      const id = await scheduled(owner);
      const moved = await complete(owner, id, { showingOutcome });
      expect(moved.problem).toBe("");
      expect(await statesOf(owner, id)).toEqual(states);
      await undo(owner, id, Object(moved.record.attributes.undo).move_id);
      expect(await statesOf(owner, id)).toEqual(["confirmed", "confirmed", "requested"]);
    },
  );

  const timesOf = async (owner: TestPerson, id: string) =>
    (await owner.get(`/showings?filter[opportunity_id]=${id}&sort=starts_at`)).records.map(({ attributes }) => ({
      at: Date.parse(String(attributes.starts_at)),
      isGuessed: attributes.is_time_guessed,
    }));

  test("held early, a showing has the time that is said, and undone the time that was agreed on", async ({
    service,
  }) => {
    const { owner } = await service.newWorkspace();
    const id = await scheduled(owner);
    const before = await timesOf(owner, id);
    const heldAt = new Date(Date.now() - 2 * 3_600_000).toISOString();
    const moved = await complete(owner, id, { showingOutcome: "held", heldAt });
    const [first, early, last] = await timesOf(owner, id);
    expect([first, last]).toEqual([before[0], before[2]]);
    expect(early).toEqual({ at: Date.parse(heldAt), isGuessed: false });
    await undo(owner, id, Object(moved.record.attributes.undo).move_id);
    expect(await timesOf(owner, id)).toEqual(before);
  });

  test("held early at a time that nobody says, it is at a quarter of an hour, which is known to be a guess", async ({
    service,
  }) => {
    const { owner } = await service.newWorkspace();
    const id = await scheduled(owner);
    const since = Date.now();
    const moved = await complete(owner, id, { showingOutcome: "held" });
    const [, early] = await timesOf(owner, id);
    expect(early?.isGuessed).toBe(true);
    expect(Number(early?.at) % (15 * 60_000)).toBe(0);
    expect(since - Number(early?.at)).toBeLessThan(16 * 60_000);
    await undo(owner, id, Object(moved.record.attributes.undo).move_id);
    expect((await timesOf(owner, id)).map(({ isGuessed }) => isGuessed)).toEqual([false, false, false]);
  });

  test.for([
    [7_200_000, "400 invalid_attribute /data/attributes/held_at"],
    [-400 * 86_400_000, "400 invalid_attribute /data/attributes/held_at"],
  ] as const)("cannot have been held %i ms from now", async ([offset, problem], { service }) => {
    const { owner } = await service.newWorkspace();
    const id = await scheduled(owner);
    const heldAt = new Date(Date.now() + offset).toISOString();
    expect((await complete(owner, id, { showingOutcome: "held", heldAt })).problem).toBe(problem);
    expect(await statesOf(owner, id)).toEqual(["confirmed", "confirmed", "requested"]);
  });

  test("the only one that is over is corrected with the move", async ({ service }) => {
    const { owner } = await service.newWorkspace();
    const { id } = await newDeal(owner);
    await move(owner, id, "open", "showing_scheduled", { showingAt: past() });
    const heldAt = new Date(Date.now() - 3_600_000).toISOString();
    const before = await timesOf(owner, id);
    const moved = await complete(owner, id, { heldAt });
    expect(await timesOf(owner, id)).toEqual([{ at: Date.parse(heldAt), isGuessed: false }]);
    await undo(owner, id, Object(moved.record.attributes.undo).move_id);
    expect(await timesOf(owner, id)).toEqual(before);
  });

  test("of which none was agreed on: the first one is what was held early", async ({ service }) => {
    const { owner } = await service.newWorkspace();
    const { id } = await newDeal(owner);
    await move(owner, id, "open", "showing_scheduled", { showingAt: past() });
    for (const startsAt of [everything.showingAt, later]) await request(owner, id, startsAt);
    await complete(owner, id, { showingOutcome: "held" });
    expect(await statesOf(owner, id)).toEqual(["held", "held", "cancelled"]);
  });

  test("a deal whose showings are over is moved without a question", async ({ service }) => {
    const { owner } = await service.newWorkspace();
    const { id } = await newDeal(owner);
    await move(owner, id, "open", "showing_scheduled", { showingAt: past() });
    expect((await complete(owner, id, {})).problem).toBe("");
    expect(await statesOf(owner, id)).toEqual(["held"]);
  });

  test("closing a deal cancels its requests, keeps what is agreed on, and takes no new ones", async ({ service }) => {
    const { owner } = await service.newWorkspace();
    const { id } = await newDeal(owner);
    await move(owner, id, "open", "offer_sent");
    await move(owner, id, "offer_sent", "offer_accepted");
    const walkThrough = await request(owner, id, everything.showingAt);
    await owner.send("POST", `/showings/${walkThrough.id}/confirmation`);
    await request(owner, id, later);
    const closed = await move(owner, id, "offer_accepted", "closed");
    expect(await statesOf(owner, id)).toEqual(["confirmed", "cancelled"]);
    const attributes = { opportunityId: id, startsAt: later };
    const refused = await owner.send("POST", "/showings", { type: "showing", attributes });
    expect(refused.problem).toBe("409 deal_over");
    await undo(owner, id, Object(closed.record.attributes.undo).move_id);
    expect(await statesOf(owner, id)).toEqual(["confirmed", "requested"]);
    await move(owner, id, "offer_accepted", "lost");
    expect((await owner.send("POST", "/showings", { type: "showing", attributes })).problem).toBe("409 deal_over");
    expect((await owner.get("/showings?filter[state]=requested")).records).toEqual([]);
  });
});
