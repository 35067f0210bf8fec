import { describe, expect } from "vitest";
import { agreementForm, describeAgreement } from "#app/clients/agreement.ts";
import { parseForm } from "#app/ui/form-parse.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { fillForm } from "#tests/support/posted-form.ts";
import type { Visit } from "#tests/support/visitor.ts";
import { messagesOn, versionsOn } from "../page-reading.ts";

const test = newAgencyTest().extend(
  "path",
  async ({ agency }) => `/clients/${(await agency.addClient({ name: "Maya Okafor" })).id}`,
);
const save = { button: "Save agreement" };

const panelOn = ({ document }: Visit) =>
  document
    .querySelectorAll("section")
    .find(({ text }) => text.startsWith("Buyer agreement"))
    ?.text.replaceAll(/\s+/g, " ");

test("an agreement is added, changed and removed on the client's page", async ({ owner, path }) => {
  expect(panelOn(await owner.open(path))).toBe("Buyer agreementNoneEdit");
  await owner.open(`${path}/agreement`);
  const saved = await owner.submit({ startsOn: "2020-01-02", endsOn: "2099-07-01" }, save);
  expect(saved.text).toContain("Agreement saved.");
  expect(panelOn(saved)).toBe("Buyer agreementEditActiveJan 2, 2020 to Jul 1, 2099");
  const activity = await owner.open(`${path}/activity`);
  expect(activity.text).toContain("Agreement starts on: Jan 2, 2020");
  await owner.open(`${path}/agreement`);
  expect((await owner.submit({ startsOn: "", endsOn: "" }, save)).text).toContain("Agreement removed.");
});

describe("the dates of an agreement", () => {
  const both = "Enter both dates, or neither.";
  test.for([
    ["2026-01-02", "", [both]],
    ["", "2026-01-02", [both]],
    ["2026-02-30", "2026-03-01", ["Start must be a date."]],
    ["2026-03-02", "2026-03-01", ["The end date can't be before the start date."]],
  ] as const)("%j to %j", async ([startsOn, endsOn, messages], { owner, path }) => {
    await owner.open(`${path}/agreement`);
    const refused = await owner.submit({ startsOn, endsOn }, save);
    expect([refused.status, messagesOn(refused)]).toEqual([400, messages]);
  });

  test("may be the same day", () => {
    const typed = new FormData();
    typed.set("startsOn", "2026-03-01");
    typed.set("endsOn", "2026-03-01");
    expect(parseForm(typed, agreementForm).status).toBe("success");
  });
});

test("a second agreement entered at the same time shows both versions", async ({ owner, path }) => {
  const late = fillForm(await owner.open(`${path}/agreement`), save.button, {
    startsOn: "2026-01-01",
    endsOn: "2026-03-01",
  });
  await owner.submit({ startsOn: "2026-01-01", endsOn: "2026-06-01" }, save);
  const stale = await owner.send(late.path, late.fields);
  expect([stale.status, versionsOn(stale)]).toEqual([409, ["End date | Jun 1, 2026 | Mar 1, 2026"]]);
});

test("an agreement is active on its first and last day", () => {
  const days = { startsOn: "2026-03-01", endsOn: "2026-03-31" };
  const on = (today: string) => describeAgreement(days, today).state;
  expect(["2026-02-28", "2026-03-01", "2026-03-31", "2026-04-01"].map(on)).toEqual([
    "Not yet active",
    "Active",
    "Active",
    "Ended",
  ]);
});

test("view-only users see the agreement without a form", async ({ agency, path }) => {
  const { visitor } = await agency.join("instructor");
  expect(panelOn(await visitor.open(path))).toBe("Buyer agreementNone");
  expect((await visitor.open(`${path}/agreement`)).status).toBe(403);
});
