import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startUpstreamService, type UpstreamService } from "#tests/support/upstream-service.ts";
import { move, movesOf, newDeal, undo } from "./deals.ts";

let service: UpstreamService;
beforeAll(async () => {
  service = await startUpstreamService();
});
afterAll(() => service.close());

const stages = ["open", "showing_scheduled", "showing_complete", "offer_suggeted", "offer_sent"];
const steps = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("move"), pick: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("undo"), pick: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("race"), pick: fc.nat(5) }) },
);

test("whatever is moved, undone and moved at once, the history explains the present stage and nothing is erased", async () => {
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
