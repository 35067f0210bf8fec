import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { meets } from "#tests/support/turns.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { sharedWorkspaceTest } from "#tests/support/upstream-test.ts";
import { everything, move, newDeal } from "./deals.ts";

const test = sharedWorkspaceTest();

/**
 * The product's table of moves, written down once more: what each asks for, † a reason, ! by owners and admins alone.
 * The service's own table is data of the same kind; here it is held against what was decided, and tried by doing.
 */
const decided: Record<string, Record<string, string>> = {
  open: { showing_scheduled: "showing_at", offer_suggeted: "price", offer_sent: "price", lost: "†" },
  showing_scheduled: { showing_complete: "", open: "†", lost: "†" },
  showing_complete: { showing_scheduled: "showing_at", offer_suggeted: "price", offer_sent: "price", lost: "†" },
  offer_suggeted: { offer_sent: "price expires_at", showing_scheduled: "showing_at", showing_complete: "†", lost: "†" },
  offer_sent: { offer_accepted: "price accepted_on", offer_declined: "†", lost: "†" },
  offer_declined: { offer_suggeted: "price", offer_sent: "price", lost: "†" },
  offer_accepted: { inspections_underway: "deadline_on", closed: "closed_on", open: "†", lost: "†" },
  inspections_underway: { closed: "closed_on", offer_accepted: "†", open: "†", lost: "†" },
  closed: { inspections_underway: "†!" },
  lost: { open: "" },
};
const stages = Object.keys(decided);
const roles = ["owner", "admin", "manager", "member", "instructor"] as const;
type Role = (typeof roles)[number];
const people = new Map<Role, TestPerson>();

test.beforeAll(async ({ workspace }) => {
  people.set("owner", workspace.owner);
  for (const role of ["admin", "manager", "member", "instructor"] as const)
    people.set(role, await workspace.join(role));
});

function personOf(role: Role): TestPerson {
  const person = people.get(role);
  if (!person) throw new Error(role);
  return person;
}

/** Puts an opportunity at a stage, whatever lies between, and gives it to somebody. */
async function place(service: UpstreamService, id: string, stage: string, assigned: string): Promise<void> {
  await service.database.orm.execute(sql`update upstream.opportunities
    set stage = ${stage}, assigned_account_id = ${assigned}, latest_move_id = null where id = ${id}`);
}

const pairs = stages.flatMap((from) => stages.map((to) => [from, to] as const));

describe.each(roles)("pairs of stages, as %s", (role) => {
  test("every allowed move works with its permission and the values that it needs", async ({ service, workspace }) => {
    const person = personOf(role);
    const { id } = await newDeal(workspace.owner);
    for (const [turn, [from, to]] of pairs.entries()) {
      const asks = decided[from]?.[to];
      // The owner and the member try all pairs; the others what sets them apart, and one in three besides.
      const triesAll = role === "owner" || role === "member" || asks?.includes("!");
      if (!triesAll && !meets(roles.indexOf(role), turn, 3)) continue;
      const isReserved = asks?.includes("!") && role !== "owner" && role !== "admin";
      const mayMove = role !== "instructor";
      await place(service, id, from, person.accountId);
      const answer = await move(person, id, from, to);
      const expected = !mayMove
        ? "403 forbidden"
        : asks === undefined
          ? "400 invalid_attribute /data/attributes/to"
          : isReserved
            ? "403 forbidden"
            : "";
      expect(`${from} → ${to}: ${answer.problem}`).toBe(`${from} → ${to}: ${expected}`);
      const { attributes } = (await workspace.owner.get(`/opportunities/${id}`)).record;
      expect(attributes.stage).toBe(expected === "" ? to : from);
    }
  }, 120_000);
});

test("without one of the things that it asks for, a move is refused at that very field, and nothing changes", async ({
  service,
  workspace,
}) => {
  const { owner } = workspace;
  const { id } = await newDeal(owner);
  for (const [from, to] of pairs) {
    const asks = decided[from]?.[to];
    if (asks === undefined) continue;
    const fields = asks
      .replace(/[†!]/g, " reason")
      .split(" ")
      .filter((field) => field !== "");
    for (const field of new Set(fields)) {
      await place(service, id, from, owner.accountId);
      const camel = field.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
      const answer = await move(owner, id, from, to, { ...everything, [camel]: null });
      expect(`${from} → ${to}: ${answer.problem}`).toBe(`${from} → ${to}: 400 required /data/attributes/${field}`);
      expect((await owner.get(`/opportunities/${id}`)).record.attributes.stage).toBe(from);
    }
  }
});

test("each opportunity tells the moves of its stage, with what they ask for", async ({ service, workspace }) => {
  const { owner } = workspace;
  const { id } = await newDeal(owner);
  for (const stage of stages) {
    await place(service, id, stage, owner.accountId);
    const { allowed_moves: allowed } = (await owner.get(`/opportunities/${id}`)).record.attributes;
    const told = Object.entries(decided[stage] ?? {}).map(([to, asks]) =>
      expect.objectContaining({
        to,
        needs: asks.split(" ").filter((field) => /^\w+$/.test(field)),
        needs_reason: asks.includes("†"),
        permission: asks.includes("!") ? "reopen" : "move",
      }),
    );
    expect(allowed).toEqual(told);
  }
});

test("the reason 'other' is said in words; the correct spelling of a stage is understood", async ({ workspace }) => {
  const { owner } = workspace;
  const { id } = await newDeal(owner);
  const refused = await move(owner, id, "open", "lost", { reason: "other" });
  expect(refused.problem).toBe("400 required /data/attributes/reason_text");
  const moved = await move(owner, id, "open", "offer_suggested", { price: everything.price });
  expect(moved.record.attributes.stage).toBe("offer_suggeted");
  const lost = await move(owner, id, "offer_suggeted", "lost", { reason: "other", reasonText: " Moved abroad. " });
  expect(lost.problem).toBe("");
  const unknown = await move(owner, id, "lost", "nowhere", {});
  expect(unknown.problem).toBe("400 invalid_attribute /data/attributes/to");
});
