import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type IdentityService,
  newRegistration,
  type Owner,
  startIdentityService,
} from "#tests/support/identity-service.ts";

let service: IdentityService;
let owners: Owner[];
const rounds = 40;
beforeAll(async () => {
  service = await startIdentityService();
  owners = await Promise.all(Array.from({ length: rounds }, () => service.newOwner()));
});
afterAll(() => service.close());

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

type Ask = (email: string) => Promise<{ status: number }>;

/** Medians of asking for addresses that exist and that do not, in turns, so that a busy machine slows both alike. */
async function compare(ask: Ask): Promise<{ known: number; unknown: number; statuses: Set<number> }> {
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
  const statuses = new Set<number>();
  for (const [round, { email }] of owners.entries()) {
    const stranger = `${"stranger".padEnd(email.indexOf("@") - 3, "x")}${round}@agency.example`;
    const turns = [["known", email] as const, ["unknown", stranger] as const];
    for (const [kind, address] of round % 2 ? turns : turns.toReversed()) {
      const started = performance.now();
      statuses.add((await ask(address)).status);
      times[kind].push(performance.now() - started);
    }
  }
  return { known: median(times.known), unknown: median(times.unknown), statuses };
}

const calls: readonly (readonly [string, Ask])[] = [
  ["a wrong password", (email) => service.post("/sessions", { email, password: "not the right one" })],
  ["a sign-in link", (email) => service.post("/sign_in_links", { email })],
  ["a wrong code", (email) => service.post("/sessions", { email, code: "000000" })],
  ["a password reset", (email) => service.post("/password_resets", { email })],
  ["a registration", (email) => service.post("/registrations", { ...newRegistration().attributes, email })],
];

test.each(calls)("%s takes the same time for known and unknown addresses", async (_, ask) => {
  const { known, unknown, statuses } = await compare(ask);
  expect(statuses.size).toBe(1);
  // One argon2 takes some 20 ms and one query some 1 ms: leaving either out would show.
  const difference = Math.abs(known - unknown);
  expect(difference, `known ${known} ms, unknown ${unknown} ms`).toBeLessThan(
    Math.max(0.3 * Math.max(known, unknown), 1.5),
  );
});
