import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import type { TestAnswer } from "#tests/support/answers.ts";
import {
  type IdentityService,
  newRegistration,
  type Owner,
  startIdentityService,
} from "#tests/support/identity-service.ts";

/** Nobody learns from an answer, from the work behind it or from its time whether an address is known. */

const rounds = 20;
const passes = 4;
let service: IdentityService;
const owners: Owner[] = [];
beforeAll(async () => {
  service = await startIdentityService();
  while (owners.length < rounds) owners.push(await service.newOwner());
});
afterAll(() => service.close());

type Ask = (email: string) => Promise<TestAnswer>;

const calls: readonly (readonly [string, Ask])[] = [
  ["a wrong password", (email) => service.post("/sessions", { email, password: "not the right one" })],
  ["a sign-in link", (email) => service.post("/sign_in_links", { email })],
  ["a wrong code", (email) => service.post("/sessions", { email, code: "00000x" })],
  ["a password reset", (email) => service.post("/password_resets", { email })],
  ["a registration", (email) => service.post("/registrations", { ...newRegistration().attributes, email })],
];

let strangers = 0;
/** An address that nobody has, as long as those that somebody has. */
function stranger(): string {
  strangers += 1;
  return `agent-${strangers.toString(16).padStart(8, "f")}@agency.example`;
}

const statement = z.union([z.string(), z.object({ text: z.string() }).transform(({ text }) => text)]);

/** What asking made the service do: its SQL in order, and how many secrets it hashed and compared. */
async function workOf(ask: Ask, email: string) {
  const sql = vi.spyOn(pg.Client.prototype, "query");
  const [hash, verify] = [vi.spyOn(service.hasher, "hash"), vi.spyOn(service.hasher, "verify")];
  const { status, problem, headers } = await ask(email);
  const statements = sql.mock.calls.map(([first]) => statement.parse(first));
  const work = { statements, hashed: hash.mock.calls.length, compared: verify.mock.calls.length };
  for (const spy of [sql, hash, verify]) spy.mockRestore();
  return { ...work, status, problem, headers: [...headers.keys()].sort() };
}

describe.each(calls)("asking with %s", (_, ask) => {
  test("is answered alike, after the same queries and the same hashing", async () => {
    const same = async () => {
      const known = await workOf(ask, owners[0]?.email ?? "");
      const unknown = await workOf(ask, stranger());
      expect(known.statements.length).toBeGreaterThan(0);
      expect(unknown).toEqual(known);
    };
    // The queue of jobs looks after its tables now and then, which may fall between.
    await same().catch(same);
  });

  test("takes the same time", { timeout: 120_000 }, async () => {
    const ratios: number[] = [];
    // A busy machine slows one pass down, a leak all of them.
    for (let pass = 0; pass < passes && !ratios.some(isClose); pass += 1) ratios.push(await compare(ask));
    expect(ratios.some(isClose), `known ÷ unknown: ${ratios.join(", ")}`).toBe(true);
  });
});

const isClose = (ratio: number): boolean => ratio > 0.8 && ratio < 1.25;

/** Quickest quarter of the times for known addresses over that for unknown ones, asked in turns. */
async function compare(ask: Ask): Promise<number> {
  const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
  for (const [round, { email }] of owners.entries()) {
    const turns = [["known", email] as const, ["unknown", stranger()] as const];
    for (const [kind, address] of round % 2 ? turns : turns.toReversed()) {
      const started = performance.now();
      await ask(address);
      times[kind].push(performance.now() - started);
    }
  }
  // AfterCommit passes ask the same people again: an hour on, they have their share of mails again.
  service.pass(3_600_000);
  return quickest(times.known) / quickest(times.unknown);
}

/** Mean of the quickest quarter: what the work costs when nothing comes between. */
function quickest(times: readonly number[]): number {
  const quarter = times.toSorted((a, b) => a - b).slice(0, Math.ceil(times.length / 4));
  return quarter.reduce((sum, time) => sum + time, 0) / quarter.length;
}
