import * as fc from "fast-check";
import { expect } from "vitest";
import { sharedWorkspaceTest } from "#tests/support/upstream-test.ts";
import { move, movesOf, newDeal, undo } from "./deals.ts";

const test = sharedWorkspaceTest();

const stages = ["open", "showing_scheduled", "showing_complete", "offer_suggeted", "offer_sent"];
const steps = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("move"), pick: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("undo"), pick: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("race"), pick: fc.nat(5) }) },
);

test("after any moves and undos, some at once, the history explains the stage and nothing is erased", async ({
  service,
}) => {
  const { owner } = await service.newWorkspace();
  const run = fc.asyncProperty(fc.array(steps, { minLength: 3, maxLength: 9 }), async (sequence) => {
    const { id } = await newDeal(owner);
    let known = 0;
    for (const { kind, pick } of sequence) {
      const { stage, allowed_moves, undo: undoable } = (await owner.get(`/opportunities/${id}`)).record.attributes;
      const allowed = Array.isArray(allowed_moves)
        ? allowed_moves.map((allowedMove) => String(Object(allowedMove).to))
        : [];
      const to = allowed[pick % allowed.length] ?? "open";
      const from = String(stage);
      if (kind === "undo") await undo(owner, id, Object(undoable ?? {}).move_id ?? id);
      if (kind === "move") expect((await move(owner, id, from, to)).problem).toBe("");
      if (kind === "race") {
        const other = stages[pick % stages.length] ?? "open";
        const answers = await Promise.all([
          move(owner, id, from, to),
          move(owner, id, from, to),
          move(owner, id, from, other),
        ]);
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      }
      const history = await movesOf(owner, id);
      expect(history.length).toBeGreaterThanOrEqual(known);
      known = history.length;
      let present = "open";
      for (const step of history) {
        expect(step.from).toBe(present);
        present = String(step.to);
      }
      expect((await owner.get(`/opportunities/${id}`)).record.attributes.stage).toBe(present);
    }
  });
  await fc.assert(run, { numRuns: 12 });
}, 90_000);

/** What can be done to the opportunities of one pair; `pick` chooses among them. */
const deeds = fc.record({
  kind: fc.constantFrom("open", "lose", "bring back", "undo", "all at once"),
  pick: fc.nat(5),
});

test("after any opens, losses, reopens and undos at once, a pair has at most one active opportunity", async ({
  service,
}) => {
  const { owner } = await service.newWorkspace();
  const run = fc.asyncProperty(fc.array(deeds, { minLength: 4, maxLength: 10 }), async (sequence) => {
    const { attributes: pair } = await newDeal(owner);
    const open = () => {
      const attributes = { clientId: pair.client_id, packageId: pair.package_id };
      return owner.send("POST", "/opportunities", { type: "opportunity", attributes });
    };
    const all = async () =>
      (await owner.get(`/opportunities?filter[client_id]=${pair.client_id}&page[limit]=100&sort=inserted_at`)).records;
    let known = new Set<string>();
    for (const { kind, pick } of sequence) {
      const before = await all();
      const chosen = before[pick % before.length];
      if (chosen === undefined) throw new Error("nothing is there");
      const { id, attributes } = chosen;
      const doing: Readonly<Record<string, () => Promise<{ readonly status: number; readonly problem: string }>>> = {
        open,
        lose: () => move(owner, id, String(attributes.stage), "lost"),
        "bring back": () => move(owner, id, "lost", "open"),
        undo: () => undo(owner, id, Object(attributes.undo ?? {}).move_id ?? id),
      };
      const chosenDeeds = kind === "all at once" ? Object.values(doing) : [doing[kind] ?? open];
      const answers = await Promise.all(chosenDeeds.map((deed) => deed()));
      for (const { problem } of answers)
        expect(problem).toMatch(/^$|^409 (already_open|undo_over|stage_changed)|^400 invalid_attribute .*\/to$/);
      const after = await all();
      const present = new Set(after.map((record) => record.id));
      for (const one of known) expect(present).toContain(one);
      known = present;
      expect(after.filter((record) => record.attributes.is_active)).toHaveLength(
        after.some(({ attributes: { stage } }) => stage !== "lost" && stage !== "closed") ? 1 : 0,
      );
    }
  });
  await fc.assert(run, { numRuns: 10 });
}, 90_000);
