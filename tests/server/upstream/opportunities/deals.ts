/** What tests of opportunities do again and again. */
import { expect } from "vitest";
import type { TestAnswer, TestRecord } from "#tests/support/answers.ts";
import type { Sent, TestPerson } from "#tests/support/upstream-service.ts";

export async function newPackage(person: TestPerson, street = "12 Alder Lane"): Promise<TestRecord> {
  return created(await person.send("POST", "/packages", { type: "package", attributes: { street } }));
}

/** Opens an opportunity of a new client with a new package. */
export async function newDeal(person: TestPerson, attributes: object = {}): Promise<TestRecord> {
  const client = await person.newClient();
  const property = await newPackage(person);
  const given = { clientId: client.id, packageId: property.id, ...attributes };
  return created(await person.send("POST", "/opportunities", { type: "opportunity", attributes: given }));
}

export function created(answer: TestAnswer): TestRecord {
  expect(answer.problem).toBe("");
  return answer.record;
}

/** So many days from today, on every calendar of the world but for a few hours. */
export function dayFromToday(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

/** Everything that any move asks for. */
export const everything = {
  showingAt: "2031-05-01T17:00:00Z",
  showingOutcome: "held",
  price: { amount: "640000.00", currency: "USD" },
  expiresAt: "2031-05-03T17:00:00Z",
  acceptedOn: dayFromToday(-30),
  deadlineOn: "2031-05-14",
  closedOn: dayFromToday(-1),
  reason: "financing",
} as const;

export function move(person: TestPerson, id: string, from: string, to: string, given: object = everything) {
  const sent: Sent = { type: "opportunity", id, attributes: { from, to, ...given } };
  return person.send("POST", `/opportunities/${id}/moves`, sent);
}

export function undo(person: TestPerson, id: string, moveId: unknown) {
  return person.send("POST", `/opportunities/${id}/undoing`, { type: "opportunity", id, attributes: { moveId } });
}

/** The history of an opportunity, oldest first. */
export async function movesOf(person: TestPerson, id: string) {
  const { records } = await person.get(`/opportunity_moves?filter[opportunity_id]=${id}&page[limit]=250`);
  return records
    .map(({ id, attributes }) => ({
      ...attributes,
      id,
      from: attributes.from,
      to: attributes.to,
      undoesId: attributes.undoes_id,
    }))
    .reverse();
}
