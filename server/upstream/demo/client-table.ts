/** Reads the demo's tables of clients. */
import type { Role } from "../engine/asker.ts";

export interface DemoPerson {
  readonly name: string;
  readonly email: string;
}

export interface DemoClient extends DemoPerson {
  readonly phoneNumber: string | null;
  readonly budget: { readonly amount: string; readonly currency: string } | null;
  readonly minBeds: number | null;
  readonly minBaths: number | null;
  readonly minLotSize: number | null;
  readonly minGarages: number | null;
  readonly preferredAreas: readonly string[];
  readonly propertyTypes: readonly string[];
  /** The role of the account whose client it is. */
  readonly agent: Role;
  /** Which portrait is theirs. */
  readonly portrait: string | null;
  readonly household: readonly DemoPerson[];
  readonly notes: string | null;
}

const agents: Readonly<Record<string, Role>> = { owner: "owner", admin: "admin", manager: "manager", member: "member" };

/** @throws Error for a line that is not one client */
export function readClients(table: string): DemoClient[] {
  return table.trim().split("\n").map(readClient);
}

function readClient(line: string): DemoClient {
  const cells = line.split("|").map((cell) => cell.trim());
  if (cells.length !== 14) throw new Error(`The demo's table has a line of ${cells.length} cells: ${line}`);
  const [name = "", email = "", phone, budget, beds, baths, lot, garages, areas, types, agent, ...rest] = cells;
  const [portrait, household, notes] = rest;
  const [currency = "", amount = ""] = (budget ?? "").split(" ");
  return {
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
    agent: agents[agent ?? ""] ?? "owner",
    portrait: portrait || null,
    household: listOf(household).map(readPerson),
    notes: notes || null,
  };
}

function numberOf(cell: string | undefined): number | null {
  return cell ? Number(cell) : null;
}

function listOf(cell: string | undefined): string[] {
  return (cell ?? "").split(", ").filter((text) => text !== "");
}

function readPerson(text: string): DemoPerson {
  const [, name = "", email = ""] = /^(.+) <(.+)>$/.exec(text) ?? [];
  return { name, email };
}
