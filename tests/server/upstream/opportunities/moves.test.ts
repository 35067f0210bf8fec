import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { upstreamTests } from "#tests/support/upstream-test.ts";
import { created, dayFromToday, everything, move, movesOf, newDeal, newPackage, undo } from "./deals.ts";

describe.each(upstreamTests())("opportunities on the $name database", ({ test }) => {
  const newOwner = async (service: UpstreamService): Promise<TestPerson> => (await service.newWorkspace()).owner;
  const list = async (person: TestPerson, path: string) =>
    (await person.get(path)).records.map(({ attributes }) => attributes);
  const stageOf = async (person: TestPerson, id: string) =>
    (await person.get(`/opportunities/${id}`)).record.attributes.stage;

  test("one is opened for a client and a property, or for an address alone; a pair has one under way at most", async ({
    service,
  }) => {
    const owner = await newOwner(service);
    const client = await owner.newClient();
    const property = await newPackage(owner);
    const open = (attributes: object) =>
      owner.send("POST", "/opportunities?include=client,package", { type: "opportunity", attributes });
    const first = await open({ clientId: client.id, packageId: property.id, rank: "High" });
    expect(created(first).attributes).toMatchObject({
      stage: "open",
      rank: "High",
      client_rank: null,
      is_active: true,
    });
    expect(first.document.included?.map(({ type }) => type).sort()).toEqual(["client", "package"]);
    const again = await open({ clientId: client.id, packageId: property.id });
    expect(again.problem).toBe("409 already_open /data/attributes/package_id");
    const other = await open({ clientId: client.id, street: "8 Fern Court" });
    expect(other.document.included?.find(({ type }) => type === "package")?.attributes.street).toBe("8 Fern Court");
    expect((await open({ clientId: client.id })).problem).toBe("400 required /data/attributes/package_id");
    const { owner: stranger } = await service.newWorkspace();
    const foreign = await stranger.send("POST", "/opportunities", {
      type: "opportunity",
      attributes: { clientId: client.id, street: "1 Elm" },
    });
    expect(foreign.problem).toBe("400 invalid_attribute /data/attributes/client_id");
    // The failed one left no package behind.
    expect((await stranger.get("/packages")).records).toEqual([]);
    await move(owner, first.record.id, "open", "lost");
    expect((await open({ clientId: client.id, packageId: property.id })).problem).toBe("");
    expect((await move(owner, first.record.id, "lost", "open")).problem).toBe("409 already_open");
  });

  test("the way from showing to closing leaves showings, offers, moves and the histories of client and property", async ({
    service,
  }) => {
    const owner = await newOwner(service);
    const deal = await newDeal(owner);
    const { id } = deal;
    const way = [
      "open",
      "showing_scheduled",
      "showing_complete",
      "offer_sent",
      "offer_accepted",
      "inspections_underway",
      "closed",
    ];
    for (const [step, to] of way.slice(1).entries()) {
      const from = way[step] ?? "";
      expect((await move(owner, id, from, to)).problem).toBe("");
    }
    const of = `filter[opportunity_id]=${id}`;
    expect(await list(owner, `/showings?${of}`)).toMatchObject([
      // Held early: at the time when that was said.
      {
        state: "held",
        starts_at: expect.not.stringMatching(/^2031/),
        sequence: 1,
        uid: expect.stringMatching(/^showing-/),
      },
    ]);
    expect(await list(owner, `/offers?${of}`)).toMatchObject([
      {
        state: "accepted",
        price: everything.price,
        accepted_price: everything.price,
        accepted_on: everything.acceptedOn,
      },
    ]);
    expect((await movesOf(owner, id)).map(({ from, to }) => `${from}>${to}`)).toEqual(
      way.slice(1).map((to, step) => `${way[step]}>${to}`),
    );
    const { client_id: clientId, package_id: packageId } = deal.attributes;
    for (const filter of [`client_id]=${clientId}`, `package_id]=${packageId}`]) {
      const labels = (await list(owner, `/activities?filter[${filter}&page[limit]=50`)).map(({ label }) => label);
      expect(labels.filter((label) => label === "Stage changed")).toHaveLength(6);
      expect(labels).toContain("Deal opened");
    }
  });

  test("what a move does not ask for is not kept with it", async ({ service }) => {
    const owner = await newOwner(service);
    const { id } = await newDeal(owner);
    await move(owner, id, "open", "showing_scheduled");
    expect(await movesOf(owner, id)).toMatchObject([{ price: null, reason: null, closed_on: null, expires_at: null }]);
  });

  test("what cannot be true is refused, each at its field", async ({ service }) => {
    const owner = await newOwner(service);
    const { id } = await newDeal(owner);
    const past = new Date(Date.now() - 31 * 86_400_000).toISOString();
    const free = { amount: "0.00", currency: "USD" };
    const at = (name: string) => `400 invalid_attribute /data/attributes/${name}`;
    const refuse = async (from: string, to: string, given: object, name: string) =>
      expect((await move(owner, id, from, to, { ...everything, ...given })).problem).toBe(at(name));
    await refuse("open", "showing_scheduled", { showingAt: past }, "showing_at");
    await refuse("open", "offer_sent", { price: free }, "price");
    await refuse("open", "offer_sent", { expiresAt: past }, "expires_at");
    // A field that the move does not ask for may hold anything.
    expect((await move(owner, id, "open", "offer_sent", { ...everything, showingAt: past })).problem).toBe("");
    await refuse("offer_sent", "offer_accepted", { acceptedOn: dayFromToday(3) }, "accepted_on");
    await refuse("offer_sent", "offer_accepted", { acceptedOn: "1999-01-01" }, "accepted_on");
    await move(owner, id, "offer_sent", "offer_accepted");
    await refuse("offer_accepted", "closed", { closedOn: dayFromToday(3) }, "closed_on");
    await refuse("offer_accepted", "closed", { closedOn: dayFromToday(-31) }, "closed_on");
    expect((await move(owner, id, "offer_accepted", "closed")).problem).toBe("");
  });

  test("of two moves at once one is made, the other gets a conflict", async ({ service }) => {
    const owner = await newOwner(service);
    const { id } = await newDeal(owner);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => move(owner, id, "open", at % 2 === 0 ? "lost" : "offer_sent")),
    );
    const problems = answers.map(({ problem }) => problem).sort();
    expect(problems).toEqual(["", ...Array(7).fill("409 stage_changed /data/attributes/from")]);
    expect(await movesOf(owner, id)).toHaveLength(1);
  });

  test("a move is undone within ten minutes, once, with everything that it did; nothing is erased", async ({
    service,
  }) => {
    const owner = await newOwner(service);
    const { id, attributes } = await newDeal(owner);
    await move(owner, id, "open", "offer_sent");
    const sent = (await move(owner, id, "offer_sent", "offer_accepted")).record;
    const { move_id: moveId, to } = Object(sent.attributes.undo);
    expect(to).toBe("offer_sent");
    const undone = await undo(owner, id, moveId);
    expect(undone.record.attributes).toMatchObject({ stage: "offer_sent", undo: null });
    const of = `filter[opportunity_id]=${id}`;
    expect(await list(owner, `/offers?${of}`)).toMatchObject([{ state: "sent", accepted_on: null, answered_at: null }]);
    expect((await undo(owner, id, moveId)).problem).toBe("409 undo_over");
    const history = await movesOf(owner, id);
    expect(history.map(({ from, to, undoesId }) => [from, to, undoesId])).toEqual([
      ["open", "offer_sent", null],
      ["offer_sent", "offer_accepted", null],
      ["offer_accepted", "offer_sent", history[1]?.id],
    ]);
    expect(history[1]).toMatchObject({ price: everything.price, accepted_on: everything.acceptedOn });
    const labels = (await list(owner, `/activities?filter[client_id]=${attributes.client_id}`)).map(
      ({ label }) => label,
    );
    expect(labels[0]).toBe("Stage change undone");
  });

  test("a move cannot be undone after ten minutes or after a later change", async ({ service }) => {
    const owner = await newOwner(service);
    const { id } = await newDeal(owner);
    const early = Object((await move(owner, id, "open", "showing_scheduled")).record.attributes.undo).move_id;
    const late = Object(
      (await move(owner, id, "showing_scheduled", "showing_complete")).record.attributes.undo,
    ).move_id;
    expect((await undo(owner, id, early)).problem).toBe("409 undo_over");
    await service.database.orm.execute(
      sql`update upstream.opportunities set stage_since = now() - interval '10 minutes 1 second' where id = ${id}`,
    );
    expect((await owner.get(`/opportunities/${id}`)).record.attributes.undo).toBeNull();
    expect((await undo(owner, id, late)).problem).toBe("409 undo_over");
    expect(await stageOf(owner, id)).toBe("showing_complete");
  });

  test("a deal that falls through or is lost settles its offers and showings; undoing brings them back", async ({
    service,
  }) => {
    const owner = await newOwner(service);
    const { id } = await newDeal(owner);
    const of = `filter[opportunity_id]=${id}`;
    await move(owner, id, "open", "offer_sent");
    await move(owner, id, "offer_sent", "offer_accepted");
    const fallen = await move(owner, id, "offer_accepted", "open");
    expect(await list(owner, `/offers?${of}`)).toMatchObject([
      { state: "fallen_through", accepted_on: everything.acceptedOn },
    ]);
    await undo(owner, id, Object(fallen.record.attributes.undo).move_id);
    expect(await list(owner, `/offers?${of}`)).toMatchObject([
      { state: "accepted", accepted_on: everything.acceptedOn },
    ]);
    await move(owner, id, "offer_accepted", "open");
    const scheduled = await move(owner, id, "open", "showing_scheduled");
    await undo(owner, id, Object(scheduled.record.attributes.undo).move_id);
    expect(await list(owner, `/showings?${of}`)).toMatchObject([{ state: "cancelled", sequence: 1 }]);
  });

  test("rank changes by a version of its own, and a stale one is refused", async ({ service }) => {
    const owner = await newOwner(service);
    const { id, meta } = await newDeal(owner);
    const rank = (value: string) =>
      owner.send("PATCH", `/opportunities/${id}`, {
        type: "opportunity",
        id,
        attributes: { rank: value },
        headers: { "if-match": meta.etag ?? "" },
      });
    expect((await rank("Low")).record.attributes.rank).toBe("Low");
    expect((await rank("High")).status).toBe(412);
    const bad = await owner.send("PATCH", `/opportunities/${id}`, {
      type: "opportunity",
      id,
      attributes: { rank: "Top" },
    });
    expect(bad.problem).toBe("400 invalid_attribute /data/attributes/rank");
  });
});
