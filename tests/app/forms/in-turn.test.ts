import { expect, test } from "vitest";
import { inTurn } from "#app/forms/in-turn.server.ts";

test("acts about one thing are done one after the other, and others beside them", async () => {
  const told: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const act = (name: string) => async () => {
    told.push(`${name} begins`);
    const gate = Promise.withResolvers<void>();
    gates.set(name, gate);
    await gate.promise;
    told.push(`${name} ends`);
    return name;
  };
  const first = inTurn("client 1", act("first"));
  const second = inTurn("client 1", act("second"));
  const other = inTurn("client 2", act("other"));
  await Promise.resolve();
  expect(told).toEqual(["first begins", "other begins"]);
  gates.get("other")?.resolve();
  expect(await other).toBe("other");
  gates.get("first")?.reject(new Error("refused"));
  await expect(first).rejects.toThrow("refused");
  await expect.poll(() => told).toContain("second begins");
  gates.get("second")?.resolve();
  expect(await second).toBe("second");
  expect(told).toEqual(["first begins", "other begins", "other ends", "second begins", "second ends"]);
});
