import { expect } from "vitest";
import { languageOf } from "#server/upstream/inspections/language.ts";
import { readReport } from "#server/upstream/inspections/read-findings.ts";
import { pdfOf } from "#tests/support/pdf.ts";
import { sharedWorkspaceTest } from "#tests/support/upstream-test.ts";
import { newDocument, proposed, request, settled } from "./report-requests.ts";

const test = sharedWorkspaceTest();

const hebrew = "דוח בדיקת בית\n\nהגג דולף ליד הארובה ויש לתקן אותו. לוח החשמל ישן ומסוכן.";
const arabic = "تقرير فحص المنزل\n\nالسقف يسرب الماء قرب المدخنة ويجب إصلاحه. لوحة الكهرباء قديمة وخطيرة.";
const french =
  "La toiture est en mauvais état et les tuiles sont cassées. Le tableau électrique est ancien et dangereux pour les occupants. Il y a des fuites dans la salle de bain et sur le mur du sous-sol.";

test.for([
  ["Hebrew", hebrew],
  ["Arabic or Persian", arabic],
  ["French", french],
  ["Spanish", "Hay tejas rotas en el techo. La canaleta tiene una fuga junto a la puerta."],
  ["English", "The roof leaks."],
  ["English", ""],
] as const)("%s is told by its letters or words", ([language, text]) => {
  expect(languageOf([text])).toBe(language);
});

test.for([
  ["Hebrew", hebrew],
  ["Arabic or Persian", arabic],
] as const)(
  "a report in %s says that it was not read, and may be tried again",
  async ([language, content], { service, owner }) => {
    const document = await newDocument(service, owner, { content });
    const { attributes, meta } = await settled(owner, (await request(owner, document.id)).record.id);
    expect(attributes.failure).toBe(
      `This report is in ${language}, so it was not read. Add its findings yourself, or have an AI provider connected that reads it, and try again.`,
    );
    expect([attributes.state, meta.can]).toEqual(["failed", ["remove", "request"]]);
  },
);

test("a protected report says so", async ({ service, owner }) => {
  const content = await pdfOf(["The roof leaks badly."], { userPassword: "open" });
  const document = await newDocument(service, owner, { content, name: "Locked.pdf" });
  const { attributes } = await settled(owner, (await request(owner, document.id)).record.id);
  expect(attributes.failure).toMatch(/^This report is protected with a password, so it was not read\./);
});

test("how many findings a report had stays, when they are dismissed or removed", async ({ service, owner }) => {
  const content = "The roof leaks at the chimney.\n\nThe furnace is broken.";
  const document = await newDocument(service, owner, { content });
  const { id, attributes } = await settled(owner, (await request(owner, document.id)).record.id);
  expect(attributes.finding_count).toBe(2);
  const [one, two] = await proposed(owner, id);
  await owner.send("PATCH", `/findings/${one?.id}`, { type: "finding", attributes: { isProposed: false } });
  for (const finding of [one, two]) expect((await owner.send("DELETE", `/findings/${finding?.id}`)).status).toBe(204);
  expect(await proposed(owner, id)).toEqual([]);
  expect((await owner.get(`/inspection_reports/${id}`)).record.attributes.finding_count).toBe(2);
  const totals = await owner.get(`/packages/${document.attributes.package_id}/repair_totals`);
  expect(totals.record.attributes).toMatchObject({ count: 0, proposed: 0 });
});

test("notices and keys are no findings, and neither is what was not looked at", () => {
  const notice =
    "TEXAS REAL ESTATE CONSUMER NOTICE CONCERNING HAZARDS OR DEFICIENCIES\n\nExamples of such hazards include:\n• malfunctioning, improperly installed, or missing ground fault circuit protection (GFCI) devices;\n• ordinary glass in locations where modern techniques call for safety glass.";
  const key = "KEY\n\nSafety Hazard: An item that could hurt somebody.\nMonitor: A condition that should be watched.";
  const limits = "ROOF\n\nThe roof could not be walked because of snow. The attic was not entered.";
  expect(readReport([notice, key, limits]).findings).toEqual([]);
});
