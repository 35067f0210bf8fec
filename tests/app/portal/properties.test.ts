import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { weightOf } from "#tests/support/client-page-weight.ts";
import { newPortalClient } from "#tests/support/portal-client.ts";
import { addPhotos, uploadDocument } from "#tests/support/seeded-agent.ts";

const test = newAgencyTest();

test("a client looks at a property, its photos and documents, and says how much they want it", async ({
  app,
  agency,
  owner,
}) => {
  const { visitor, record } = await newPortalClient(app, agency, "Nora Lind");
  expect((await visitor.open("/client-portal/dashboard/properties")).text).toContain("No properties yet.");
  const { id } = await agency.addPackage({ beds: 3, baths: 2.5, listPrice: { amount: "849000", currency: "USD" } });
  await agency.call("POST", "/opportunities", { clientId: record.id, packageId: id, rank: "Medium" });
  await addPhotos(owner, id, { caption: "Front" });
  const documentId = await uploadDocument(
    owner,
    { name: "Disclosure.txt", content: "The roof is new." },
    `?package=${id}`,
  );
  await agency.call("PATCH", `/documents/${documentId}`, { isClientVisible: true });

  const list = await visitor.open("/client-portal/dashboard/properties");
  expect(list.document.querySelector("h1")?.text).toBe("Interested properties");
  expect(list.text).toMatch(/12 Alder Lane.*\$849,000.*3 beds · 2\.5 baths/s);
  const shown = await visitor.open(list.document.querySelector(".home a")?.getAttribute("href") ?? "");
  expect(shown.document.querySelectorAll(".shots img").map((image) => image.getAttribute("alt"))).toEqual([
    "Front",
    "Photo 2",
  ]);
  expect(shown.text).toContain("Disclosure");
  for (const page of [list, shown])
    expect([weightOf(page) <= 8000, page.html.includes("<script")]).toEqual([true, false]);
  const photo = await visitor.request(shown.document.querySelector(".shots img")?.getAttribute("src") ?? "");
  expect([photo.status, photo.headers.get("content-type")]).toEqual([200, "image/webp"]);
  const bytes = await visitor.request(`/client-portal/dashboard/documents/${documentId}`);
  expect([bytes.status, await bytes.text()]).toEqual([200, "The roof is new."]);

  const unchosen = await visitor.submit({}, { form: "main form", button: "Save" });
  expect([unchosen.status, unchosen.text]).toEqual([400, expect.stringContaining("Choose High, Medium or Low.")]);
  const saved = await visitor.submit({ priority: "High" }, { form: "main form", button: "Save" });
  expect([saved.status, saved.text]).toEqual([200, expect.stringContaining("Your choice is saved.")]);
  const ranked = await visitor.open("/client-portal/dashboard/properties");
  expect(ranked.document.querySelector(".home .pill")?.text).toBe("Priority: High");
  const listed = await visitor.open("/client-portal/dashboard/documents");
  expect(listed.text).toMatch(/12 Alder Lane.*Disclosure/s);
});

test("the same pages speak Spanish", async ({ app, agency }) => {
  const { visitor, record } = await newPortalClient(app, agency);
  const { id } = await agency.addPackage({ beds: 1 });
  await agency.call("POST", "/opportunities", { clientId: record.id, packageId: id });
  await visitor.open("/client-portal/dashboard/me");
  await visitor.submit({ language: "es" }, { form: "main form", button: "Save" });
  const list = await visitor.open("/client-portal/dashboard/properties");
  expect([list.document.querySelector("html")?.getAttribute("lang"), list.text]).toEqual([
    "es",
    expect.stringMatching(/Propiedades de interés.*1 dormitorio/s),
  ]);
});

test("another client's property, photo and document are plain 404s", async ({ app, agency, owner }) => {
  const { visitor } = await newPortalClient(app, agency);
  const { id } = await agency.addPackage();
  const photoId = await addPhotos(owner, id, { caption: "Front" });
  const documentId = await uploadDocument(owner, { name: "a.txt", content: "a" }, `?package=${id}`);
  for (const below of [`properties/${id}`, `photos/${photoId}`, `documents/${documentId}`, "properties/none"])
    expect((await visitor.open(`/client-portal/dashboard/${below}`)).status, below).toBe(404);
});

test("two to four properties are compared side by side, with the costs that are released", async ({ app, agency }) => {
  const { visitor, record } = await newPortalClient(app, agency, "Nora Lind");
  const add = async (attributes: object, rank: string) => {
    const { id } = await agency.addPackage(attributes);
    await agency.call("POST", "/opportunities", { clientId: record.id, packageId: id, rank });
    return id;
  };
  const listed = { yearBuilt: 1924, hoa: { amount: "350", currency: "USD" }, remarks: "Staff only", mlsNumber: "N-77" };
  const first = await add({ street: "1 First Street", beds: 3, lotSize: 4000, ...listed }, "High");
  expect(
    (await visitor.open("/client-portal/dashboard/properties")).document.querySelector("form[method=get]"),
  ).toBeNull();
  const second = await add({ street: "2 Second Street", beds: 4 }, "Low");
  const loan = { price: "500000", downPaymentPercent: "20", ratePercent: "6.5", termYears: 30 };
  const services = [{ label: "Survey", labelEs: "Medición del terreno", amount: "400" }];
  const inputs = { currency: "USD", ...loan, services };
  for (const packageId of [first, second]) await agency.call("POST", "/cost_estimates", { packageId, inputs });
  const attributes = { costs: true };
  await app.callUpstream("POST", `/packages/${first}/portal_release`, { attributes, token: agency.owner.token });

  const list = await visitor.open("/client-portal/dashboard/properties");
  const form = list.document.querySelector("form[method=get]");
  const action = form?.getAttribute("action") ?? "";
  const ids = form?.querySelectorAll("input[name=id]").map((box) => box.getAttribute("value"));
  expect(ids?.toSorted()).toEqual([first, second].toSorted());
  const compared = await visitor.open(`${action}?id=${first}&id=${second}`);
  expect(compared.status).toBe(200);
  const rows = compared.document
    .querySelectorAll(".wide tbody tr")
    .map((row) => row.querySelectorAll("th,td").map(({ text }) => text));
  expect(rows).toEqual(
    expect.arrayContaining([
      ["Each month", "$2,528", "None yet"],
      ["Beds", "3", "4"],
      ["Lot", "4,000 sq ft", "Not known"],
      ["Year built", "1924", "Not known"],
      ["HOA a month", "$350", "Not known"],
      [expect.stringMatching(/^Priority of /), "High", "Low"],
    ]),
  );
  // Nobody has a priority of their own, so that line is left out.
  expect(rows.map(([label]) => label)).not.toContain("Your priority");
  expect(weightOf(compared)).toBeLessThanOrEqual(8000);
  const alone = await visitor.open(`/client-portal/dashboard/properties/${first}`);
  expect(alone.text).toMatch(/Year built ?1924.*HOA a month ?\$350/s);
  expect(alone.text).not.toMatch(/Staff only|N-77/);
  await visitor.open(`${action}?id=${first}&id=${second}`);
  const back = await visitor.follow("Back to your properties");
  expect(back.document.querySelectorAll("input[name=id][checked]")).toHaveLength(2);
  await visitor.open("/client-portal/dashboard/me");
  await visitor.submit({ language: "es" }, { form: "main form", button: "Save" });
  const spanish = await visitor.open(`/client-portal/dashboard/properties/${first}`);
  expect([alone.text.includes("Survey"), spanish.text.includes("Survey")]).toEqual([true, false]);
  expect(spanish.text).toContain("Medición del terreno");
});

test("a wrong number of properties is one sentence, and foreign ones are 404s", async ({ app, agency }) => {
  const { visitor, record } = await newPortalClient(app, agency);
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    const { id } = await agency.addPackage();
    await agency.call("POST", "/opportunities", { clientId: record.id, packageId: id });
    ids.push(id);
  }
  const [one = "", two = ""] = ids;
  const { id: foreign } = await agency.addPackage();
  const path = "/client-portal/dashboard/properties/compare";
  const query = (chosen: readonly string[]) => `${path}?${new URLSearchParams(chosen.map((id) => ["id", id]))}`;
  for (const chosen of [[], [one], [one, one], ids]) {
    const { status, text } = await visitor.open(query(chosen));
    expect([status, text]).toEqual([400, expect.stringContaining("Choose two, three or four properties to compare.")]);
  }
  expect((await visitor.open(query([one, two]))).status).toBe(200);
  for (const chosen of [
    [one, foreign],
    [one, "none"],
    [one, "'"],
  ])
    expect((await visitor.open(query(chosen))).status).toBe(404);
});

test("a list of 60 properties with long addresses weighs at most 8 kB", async ({ app, agency }) => {
  const { visitor, record } = await newPortalClient(app, agency);
  for (let count = 0; count < 60; count += 1) {
    const street = `${count * 37} North ${["Alder", "Birch", "Cedar", "Elm"][count % 4]} Grove Boulevard Southwest, Unit ${count}`;
    const { id } = await agency.addPackage({ street, beds: 1 + (count % 5), sqft: 900 + count * 31 });
    await agency.call("POST", "/opportunities", { clientId: record.id, packageId: id, rank: "Medium" });
  }
  const list = await visitor.open("/client-portal/dashboard/properties");
  expect(list.document.querySelectorAll(".home")).toHaveLength(60);
  expect(weightOf(list)).toBeLessThanOrEqual(8000);
});
