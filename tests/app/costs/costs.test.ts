import { describe, expect } from "vitest";
import { sharedAgencyTest } from "#tests/support/app-test.ts";
import type { Visitor } from "#tests/support/visitor.ts";
import { linkOf, messagesOn, typedIn, versionsOn } from "../page-reading.ts";

const test = sharedAgencyTest()
  .extend(
    "id",
    async ({ agency }) => (await agency.addPackage({ listPrice: { amount: "895000", currency: "USD" } })).id,
  )
  .extend("path", ({ id }) => `/packages/${id}/costs`);

const everything = {
  downPaymentPercent: "20 %",
  ratePercent: "6.5",
  termYears: "30",
  closingOn: "2027-04-15",
  propertyTaxPercent: "1.1",
  insuranceYearly: "1,800",
  hoaMonthly: "350",
  pmiPercent: "0.5",
  originationPercent: "1",
  pointsPercent: "0.5",
  services: "Appraisal 650\r\nTitle insurance: 2,400.50",
  recordingFees: "225",
  transferTaxPercent: "1.28",
  prepaidInsuranceMonths: "12",
  escrowMonths: "3",
  others: "Home warranty 575",
  lenderCredit: "1,000",
  deposit: "25,000",
  sellerCredit: "5,000",
  adjustments: "−312.45",
  "sources.lender": "Quote of First Bank, March 3",
};

async function save(owner: Visitor, path: string, fields: Readonly<Record<string, string>>) {
  await owner.open(`${path}/edit`);
  return owner.submit(fields, { button: "Save estimate" });
}

describe("an estimate", () => {
  test("starts with the list price and shows each line with its basis and source", async ({ owner, path }) => {
    const empty = await owner.open(path);
    expect(empty.text).toContain("No costs have been estimated yet.");
    expect(linkOf(empty, "Estimate costs")).toBe(`${path}/edit`);
    const form = await owner.open(`${path}/edit`);
    expect(typedIn(form, "price")).toBe("895000");
    const page = await owner.submit(everything, { button: "Save estimate" });
    expect(page.url.pathname).toBe(path);
    for (const text of [
      "Estimate saved.",
      "Agent estimate, not a Loan Estimate",
      "Monthly payment$5,846.03",
      "Closing costs$31,797.86",
      "Cash to close$180,485.41",
      "Principal and interest$716,000 over 360 months at 6.5% per year4,525.61",
      "Origination charge1% of the loan7,160.00",
      "Points0.5% of the loan3,580.00Source: Quote of First Bank, March 3",
      "Title insuranceAs entered2,400.50",
      "−312.45",
    ])
      expect(page.text).toContain(text);
    expect(page.text).not.toContain("Check these.");
    expect(page.text).not.toContain("Repairs");
    // Once for the price, the monthly costs, what closing costs between the lender's lines, and the cash.
    expect(page.text.split("Source: Agent's estimate").length - 1).toBe(1);
    expect(page.text.split("Source: Quote of First Bank, March 3").length - 1).toBe(2);
  });

  test("is filled in again and edited", async ({ owner, path }) => {
    await save(owner, path, everything);
    const form = await owner.open(`${path}/edit`);
    const kept = {
      price: "895000.00",
      downPaymentPercent: "20",
      insuranceYearly: "1800.00",
      adjustments: "-312.45",
      closingOn: "2027-04-15",
      "sources.lender": "Quote of First Bank, March 3",
      downPayment: "",
    };
    for (const [name, value] of Object.entries(kept)) expect(typedIn(form, name), name).toBe(value);
    expect(typedIn(form, "services")).toBe("Appraisal 650.00\nTitle insurance 2400.50");
    const page = await owner.submit({ hoaMonthly: "", price: "900,000" }, { button: "Save estimate" });
    expect(page.text).not.toContain("HOA dues");
    expect(page.text).toContain("The property is now listed at $895,000.");
  });

  test("a Spanish name of a cost stands behind a bar, and the form says which have none", async ({ owner, path }) => {
    await save(owner, path, { ...everything, services: "Survey | Medición 400\r\nAppraisal 650" });
    const form = await owner.open(`${path}/edit`);
    expect(typedIn(form, "services")).toBe("Survey | Medición 400.00\nAppraisal 650.00");
    expect(form.text).toContain("Without a Spanish name, people who read Spanish see the English one: Appraisal.");
  });

  test("warns about unusual figures", async ({ owner, path }) => {
    const page = await save(owner, path, { downPaymentPercent: "10", ratePercent: "6.5", termYears: "30" });
    expect(page.text).toContain("Check these.");
    expect(page.text).toContain("less than 2% of the price");
    expect(page.text).toContain("there is no mortgage insurance");
    expect(page.text).toContain("there is no closing date");
  });

  test("keeps the agent's warnings from what is printed, and from clients", async ({ agency, owner, path }) => {
    const packageId = path.split("/")[2] ?? "";
    const page = await save(owner, path, { downPaymentPercent: "10", ratePercent: "6.5", termYears: "30" });
    const [, detail = ""] = /Check these\. ?([^.]+)\./.exec(page.text) ?? [];
    expect(detail).not.toBe("");
    // A page that a browser prints hides its notices.
    expect(page.document.querySelector(".note")?.text).toContain(detail);
    await owner.open(`/packages/${packageId}/portal`);
    await owner.submit({ costs: "on" }, { button: "Save changes" });
    await agency.call("POST", "/share_links", { packageId, label: "All", folderIds: [], includesReleased: true });
    for (const shown of [
      `${path}/print`,
      `/packages/${packageId}/portal/preview`,
      `/packages/${packageId}/shares/preview`,
    ]) {
      const { status, text } = await owner.open(shown);
      expect([shown, status, /monthly|each month/i.test(text)]).toEqual([shown, 200, true]);
      expect([shown, text.includes(detail), text.includes("Check these")]).toEqual([shown, false, false]);
    }
  });

  test("wrong figures are shown and kept", async ({ owner, path }) => {
    const refused = await save(owner, path, {
      price: "a lot",
      downPayment: "850000,50",
      downPaymentPercent: "101",
      ratePercent: "six",
      pmiPercent: "0,5",
      termYears: "99",
      services: "Survey",
      adjustments: "1-",
      escrowMonths: "2.5",
    });
    expect([refused.status, messagesOn(refused)]).toEqual([
      400,
      [
        "Price must be an amount, e.g. 1,250.",
        "Use commas for thousands and a point for decimals, such as 1,250.50.",
        "Down payment must be at most 100%.",
        "Interest rate must be a percentage, e.g. 6.875.",
        "Term must be a number of years up to 50.",
        "Mortgage insurance must be a percentage, e.g. 6.875.",
        "Each line needs a name and an amount, e.g. Title insurance 1,200",
        "Escrow must be a whole number of months from 0 to 36.",
        "Adjustments must be an amount. Use a minus sign to reduce cash to close.",
      ],
    ]);
    expect(typedIn(refused, "services")).toBe("Survey");
  });

  test("errors of the service are shown at their fields", async ({ owner, path }) => {
    const typed = { downPayment: "1", downPaymentPercent: "20", price: "", "sources.loan": "x\ny", others: "Survey 1" };
    const refused = await save(owner, path, typed);
    expect([refused.status, messagesOn(refused)]).toEqual([400, ["A source must be one line of text."]]);
    const again = await save(owner, path, { ...typed, "sources.loan": "", closingOn: "" });
    expect(messagesOn(again)).toEqual([
      "Price must be more than 0.",
      "Give the down payment as an amount or a percentage, not both.",
      "Enter the interest rate (0 is allowed).",
      "Term must be a whole number of years from 1 to 50.",
    ]);
  });

  test("a conflict shows both versions, also when someone else created the estimate", async ({
    agency,
    owner,
    path,
  }) => {
    const least = { downPaymentPercent: "20", ratePercent: "6.5", termYears: "30" };
    await owner.open(`${path}/edit`);
    const admin = (await agency.join("admin")).visitor;
    await admin.open(`${path}/edit`);
    await admin.submit(least, { button: "Save estimate" });
    const late = await owner.submit({ ...least, ratePercent: "7" }, { button: "Save estimate" });
    expect([late.status, versionsOn(late)]).toEqual([
      409,
      ["Price | 895000.00 | 895000", "Interest rate (% per year) | 6.5 | 7"],
    ]);
    const page = await owner.submit({}, { button: "Save estimate" });
    expect(page.text).toContain("at 7% per year");
    await owner.open(`${path}/edit`);
    await admin.open(`${path}/edit`);
    await admin.submit({ ratePercent: "6", services: "Survey 400" }, { button: "Save estimate" });
    const stale = await owner.submit({ ratePercent: "8" }, { button: "Save estimate" });
    expect([stale.status, versionsOn(stale)]).toEqual([
      409,
      ["Interest rate (% per year) | 6 | 8", "Services | Theirs (kept): Survey 400.00 | "],
    ]);
  });

  test("has a page for printing without the navigation", async ({ agency, owner, path }) => {
    await save(owner, path, everything);
    const page = await owner.open(`${path}/print`);
    for (const text of ["Agent estimate, not a Loan Estimate", "12 Alder Lane", "Prepared by Ada Marsh", "5,846.03"])
      expect(page.text).toContain(text);
    expect(page.document.querySelector("header")).toBeNull();
    const other = await agency.addPackage();
    expect((await owner.open(`/packages/${other.id}/costs/print`)).status).toBe(404);
  });

  test("is printed with the workspace's name, license, phone and website on top", async ({ owner, path }) => {
    await save(owner, path, everything);
    await owner.open("/settings/general");
    const details = { licenseNumber: "WA 123", phoneNumber: "(206) 555-0100", websiteUrl: "https://harbour.example/" };
    await owner.submit(details, { button: "Update workspace" });
    const page = await owner.open(`${path}/print`);
    expect(page.text).toContain("Harbour HomesLicense WA 123 · (206) 555-0100 · harbour.example");
  });

  test("shows the monthly payment as a bar in parts, and folds the parts of the form that are empty", async ({
    owner,
    path,
  }) => {
    const page = await save(owner, path, { ...everything, deposit: "", sellerCredit: "", adjustments: "" });
    const widths = [...(page.document.querySelector("svg.parts")?.querySelectorAll("rect") ?? [])].map((part) =>
      Number(part.getAttribute("width")),
    );
    expect(widths.length).toBe(5);
    expect(widths.reduce((sum, width) => sum + width, 0)).toBeCloseTo(100);
    const form = await owner.open(`${path}/edit`);
    const parts = form.document
      .querySelectorAll("form details")
      .filter((part) => part.querySelector("summary h2") !== null);
    const open = parts.filter((part) => part.hasAttribute("open")).map((part) => part.querySelector("h2")?.text);
    expect([parts.length, open]).toEqual([
      5,
      ["Lender", "Recording and transfer", "Prepaids and escrow", "Other costs"],
    ]);
  });

  test("can be read without the permission to change it, in the same workspace only", async ({
    agency,
    owner,
    path,
  }) => {
    await save(owner, path, everything);
    const { visitor } = await agency.join("instructor");
    const page = await visitor.open(path);
    expect(page.text).toContain("$5,846.03");
    expect(linkOf(page, "Edit estimate")).toBeUndefined();
    expect((await visitor.open(`${path}/edit`)).status).toBe(403);
    const member = (await agency.join("member")).visitor;
    for (const below of ["", "/edit", "/print", "/templates"])
      expect((await member.open(path + below)).status).toBe(404);
  });
});

describe("templates", () => {
  test("are saved from an estimate, applied to another one, renamed and removed", async ({ agency, owner, path }) => {
    expect((await owner.open(`${path}/templates`)).text).toContain("No templates yet.");
    expect((await owner.open(`${path}/templates/new`)).url.pathname).toBe(`${path}/templates`);
    await save(owner, path, everything);
    await owner.open(`${path}/templates/new`);
    const saved = await owner.submit({ name: "King County" }, { button: "Save template" });
    expect(saved.text).toContain("Template saved: King County.");
    await owner.open(`${path}/templates/new`);
    const taken = await owner.submit({ name: "king county" }, { button: "Save template" });
    expect([taken.status, messagesOn(taken)]).toEqual([400, ["A template with this name already exists."]]);

    const other = `/packages/${(await agency.addPackage()).id}/costs`;
    const list = await owner.open(`${other}/templates`);
    const form = await owner.open(linkOf(list, "Apply") ?? "");
    expect(form.text).toContain("King County applied.");
    for (const [name, value] of [
      ["ratePercent", "6.5"],
      ["downPaymentPercent", "20"],
      ["services", "Appraisal 650.00\nTitle insurance 2400.50"],
      ["price", ""],
      ["deposit", ""],
      ["closingOn", ""],
    ] as const)
      expect(typedIn(form, name), name).toBe(value);
    expect((await owner.open(other)).text).toContain("No costs have been estimated yet.");

    await owner.open(linkOf(await owner.open(`${other}/templates`), "Rename") ?? "");
    const renamed = await owner.submit({ name: "Pierce County" }, { button: "Save name" });
    expect(renamed.text).toContain("Template saved: Pierce County.");
    await owner.open(linkOf(renamed, "Remove") ?? "");
    expect(owner.page.text).toContain("Remove Pierce County?");
    const removed = await owner.submit({}, { button: "Remove template" });
    expect(removed.text).toContain("Template removed.");
    expect(removed.text).toContain("No templates yet.");
  });

  test("of others can be applied by everyone and changed with the permission", async ({ agency, owner, path }) => {
    await save(owner, path, everything);
    await owner.open(`${path}/templates/new`);
    await owner.submit({ name: "Theirs" }, { button: "Save template" });
    const { visitor, token } = await agency.join("member");
    expect(token).not.toBe("");
    await visitor.open("/packages/new");
    const own = await visitor.submit({ street: "1 Own Street" }, { button: "Create property" });
    const list = await visitor.open(`${own.url.pathname}/costs/templates`);
    expect(list.text).toContain("Theirs");
    expect([linkOf(list, "Rename"), linkOf(list, "Remove")]).toEqual([undefined, undefined]);
    const edit = (linkOf(list, "Apply") ?? "").replace(/edit\?template=(.*)$/, "templates/$1/edit");
    expect((await visitor.open(edit)).status).toBe(403);
    expect((await visitor.open(linkOf(list, "Apply") ?? "")).text).toContain("Theirs applied.");
  });
});
