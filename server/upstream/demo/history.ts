/** The events of a demo client, the same at every start but for today's date. */

import { isDeepStrictEqual } from "node:util";
import { buyerProfile } from "../clients/buyer-profile.ts";
import { client as clientResource } from "../clients/client.ts";
import { clientPerson } from "../clients/client-person.ts";
import { profileValues } from "../clients/profile-fields.ts";
import { type EventColumns, eventColumns } from "../engine/history.ts";
import { toSnake } from "../engine/spelling.ts";
import type { AttributeChange } from "../tables.ts";
import type { DemoClient } from "./client-table.ts";

export interface DemoEvent {
  readonly event: EventColumns;
  readonly subject: "client" | "buyer_profile" | { readonly person: number };
  readonly at: Date;
  readonly changes: readonly AttributeChange[];
}

const hour = 3_600_000;
const day = 24 * hour;

/** The newest client came three weeks ago, the fortieth nine weeks before, the last of 1,500 within 400 days. */
const daysSinceNewest = 21;
const daysBetweenClients = 1.6;
const daysBetweenOlderClients = 0.2;

/** Numbers from 0 to 1, the same for a seed (mulberry32). */
export function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A client's events, oldest first. @param index line in the table, from 0 */
export function historyOf(client: DemoClient, index: number, now: Date): readonly [DemoEvent, ...DemoEvent[]] {
  const next = numbersFrom(index + 1);
  const older = Math.min(index, 40) * daysBetweenClients + Math.max(0, index - 40) * daysBetweenOlderClients;
  const age = daysSinceNewest + older;
  const born = now.getTime() - age * day - (2 + 6 * next()) * hour;
  const at = (part: number) => new Date(born + (now.getTime() - born) * part);
  const later: DemoEvent[] = client.household.map((person, place) => ({
    event: eventColumns(clientPerson, "added"),
    subject: { person: place },
    at: at(0.05 + 0.1 * place + 0.05 * next()),
    changes: [{ field: "name", before: null, after: person.name }],
  }));
  const profile = profileChanges(client);
  if (profile.length > 0) {
    const isComplete = client.budget && client.minBeds !== null;
    const event = eventColumns(buyerProfile, isComplete ? "completed" : "updated");
    later.push({ event, subject: "buyer_profile", at: at(0.3 + 0.2 * next()), changes: profile });
  }
  if (client.budget && next() < 0.4) later.push(raisedBudget(client.budget, at(0.6 + 0.35 * next())));
  if (client.phoneNumber !== null && next() < 0.3) later.push(foundPhone(client.phoneNumber, at(0.55 + 0.4 * next())));
  later.sort((a, b) => a.at.getTime() - b.at.getTime());
  return [
    {
      event: eventColumns(clientResource, "created"),
      subject: "client",
      at: at(0),
      changes: creationChanges(client),
    },
    ...later,
  ];
}

function creationChanges({ name, email }: DemoClient): AttributeChange[] {
  return [
    { field: "name", before: null, after: name },
    { field: "email", before: null, after: email },
  ];
}

/** Lists come last. */
function profileChanges(client: DemoClient): AttributeChange[] {
  const values = Object.entries(profileValues.parse(client));
  const lists = values.filter(([, value]) => Array.isArray(value));
  return [...values.filter((value) => !lists.includes(value)), ...lists].flatMap(([name, after]) => {
    const before = Array.isArray(after) ? [] : null;
    return isDeepStrictEqual(before, after) ? [] : [{ field: toSnake(name), before, after }];
  });
}

function raisedBudget(budget: NonNullable<DemoClient["budget"]>, at: Date): DemoEvent {
  const before = { ...budget, amount: String(Math.round((Number(budget.amount) * 0.95) / 5000) * 5000) };
  return {
    event: eventColumns(buyerProfile, "updated"),
    subject: "buyer_profile",
    at,
    changes: [{ field: "budget", before, after: budget }],
  };
}

function foundPhone(after: string, at: Date): DemoEvent {
  return {
    event: eventColumns(clientResource, "updated"),
    subject: "client",
    at,
    changes: [{ field: "phone_number", before: null, after }],
  };
}
