import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agentForms } from "#tests/support/forms.ts";
import { forgetOpened } from "#tests/support/inspection-forms.ts";
import { routeAddresses } from "#tests/support/route-map.ts";
import { type Census, startCensus } from "./census.ts";
import { testEveryAnswer } from "./every-answer.ts";
import { type FormsRecord, isConfirmation, walkForms } from "./forms-pass.ts";
import { roundFlaws } from "./judges.ts";
import { ownAffairs, writtenRowsOf } from "./table.ts";

// Every form, opened once and sent in every way in which it can be.

/** While one form is looked at, part of its pattern: CENSUS_FORM=/clients/new. */
const only = process.env.CENSUS_FORM ?? "";

let census: Census;
let record: FormsRecord;

beforeAll(async () => {
  census = await startCensus();
  record = await walkForms(census, only);
}, 1_800_000);
afterAll(async () => {
  await census.close();
  forgetOpened();
});

test("who may send what is the table that is written down", () => {
  const isSent = (row: string) => row.slice(0, row.indexOf("`:")).includes(only);
  expect(record.forms).toEqual(writtenRowsOf("forms").filter(isSent));
  expect(record.done).toEqual(writtenRowsOf("done").filter(isSent));
});

const walkedElsewhere = new Set([
  // What takes a colleague with two-step sign-in: tests/app/sign-in/second-step/set-up.test.ts.
  "/settings/members/:memberId/two-step-removal",
  // What takes a job over more than 1,000 records: tests/app/batches/stopping.test.ts.
  "/batches/:batchId/stopping",
]);

test("every page that only confirms something is among those that are sent again once it is done", async () => {
  const asking = (await routeAddresses()).filter(
    ({ file, access, pattern }) =>
      access === "agent" &&
      !ownAffairs.has(pattern) &&
      !walkedElsewhere.has(pattern) &&
      /Confirmation|confirmationForm|ShowingQuestion/.test(readFileSync(join("app", file), "utf8")),
  );
  expect(asking.length).toBeGreaterThan(25);
  // What makes something anew each time it is confirmed is never done.
  const agent = census.recordsFor("owner");
  const sent = agentForms.filter((form) => isConfirmation(form, agent) || form.does === "makes");
  const walked = new Set(sent.map(({ pattern }) => pattern));
  expect(asking.map(({ pattern }) => pattern).filter((pattern) => !walked.has(pattern))).toEqual([]);
});

test("every form's page takes one round trip, and asks for nothing twice", () => {
  const pages = [...record.opened].filter(([pattern]) => pattern !== "/workspace/switch");
  expect(pages.flatMap(([pattern, one]) => roundFlaws(one, pattern))).toEqual([]);
  const unopened = agentForms.filter(({ pattern }) => pattern.includes(only) && !record.opened.has(pattern));
  // On Standard with five people nobody can ask for another plan, and there is nothing to withdraw: tests/app/billing.
  expect(
    unopened.map(({ pattern }) => pattern).filter((pattern) => pattern !== "/settings/billing/withdrawal"),
  ).toEqual([]);
});

test.each([
  ["a refused form keeps what was typed, and says what happened", "refused"],
  ["a form is taken neither in another workspace, where it is kept, nor from another site", "elsewhere"],
  ["sent many times it is done once", "again"],
  ["forms are taken whatever form their ids have", "foreign"],
  ["what is typed back and forth is stored whenever it is said to be", "versions"],
] as const)("%s", (_, kind) => {
  expect(record.flaws[kind]).toEqual([]);
});

testEveryAnswer(() => ({ census, seen: [...record.seen, ...record.opened.values()] }));
