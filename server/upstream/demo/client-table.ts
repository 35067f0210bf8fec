import { emptyProfile, type ProfileValues } from "../clients/profile-fields.ts";
import type { Role } from "../engine/current-user.ts";
import { cellsOf, listOf, numberOf, roleOf } from "./cells.ts";
import { type ClientWords, wordsOfClient } from "./demo-words.ts";

interface DemoPerson {
  readonly name: string;
  readonly email: string;
}

export interface DemoClient extends DemoPerson, Readonly<ProfileValues> {
  readonly phoneNumber: string | null;
  readonly agent: Role;
  readonly portrait: string | null;
  readonly household: readonly DemoPerson[];
  readonly words: ClientWords;
}

/** Reads a table of clients. @throws Error for a line that is not a client */
export function readClients(table: string): DemoClient[] {
  return cellsOf(table).map(readClient);
}

function readClient(cells: readonly string[]): DemoClient {
  if (cells.length !== 14)
    throw new Error(`The demo's table has a line of ${cells.length} cells: ${cells.join(" | ")}`);
  const [name = "", email = "", phone, budget, beds, baths, lot, garages, areas, types, agent, ...rest] = cells;
  const [portrait, household, notes] = rest;
  const [currency = "", amount = ""] = (budget ?? "").split(" ");
  return {
    ...emptyProfile,
    name,
    email,
    phoneNumber: phone || null,
    budget: amount === "" ? null : { amount, currency },
    minBeds: numberOf(beds),
    minBaths: numberOf(baths),
    minLotSize: numberOf(lot),
    minGarages: numberOf(garages),
    preferredAreas: listOf(areas),
    propertyTypes: listOf(types),
    agent: roleOf(agent),
    portrait: portrait || null,
    household: listOf(household).map(readPerson),
    notes: notes || null,
    words: wordsOfClient(email),
  };
}

function readPerson(text: string): DemoPerson {
  const [, name = "", email = ""] = /^([^<]+) <(.+)>$/.exec(text) ?? [];
  return { name, email };
}
