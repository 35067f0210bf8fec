import { brotliCompressSync, constants } from "node:zlib";
import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { addPhotos, uploadDocument } from "#tests/support/furnished-agent.ts";
import { newPortalClient } from "#tests/support/portal-client.ts";
import type { Visit } from "#tests/support/visitor.ts";

const test = newAgencyTest();

const weigh = ({ html }: Visit) => brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }).length;

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
  expect(list.text).toMatch(/12 Alder Lane.*3 beds · 2\.5 baths.*\$849,000/s);
  const shown = await visitor.open(list.document.querySelector(".home")?.getAttribute("href") ?? "");
  expect(shown.document.querySelectorAll(".gallery img").map((image) => image.getAttribute("alt"))).toEqual([
    "Front",
    "Photo 2",
  ]);
  expect(shown.text).toContain("Disclosure");
  for (const page of [list, shown]) expect([weigh(page) <= 8000, page.html.includes("<script")]).toEqual([true, false]);
  const photo = await visitor.request(shown.document.querySelector(".gallery img")?.getAttribute("src") ?? "");
  expect([photo.status, photo.headers.get("content-type")]).toEqual([200, "image/webp"]);
  const bytes = await visitor.request(`/client-portal/dashboard/documents/${documentId}`);
  expect([bytes.status, await bytes.text()]).toEqual([200, "The roof is new."]);

  const unchosen = await visitor.submit({}, { form: "main form", button: "Save" });
  expect([unchosen.status, unchosen.text]).toEqual([400, expect.stringContaining("Choose High, Medium or Low.")]);
  const saved = await visitor.submit({ priority: "High" }, { form: "main form", button: "Save" });
  expect([saved.status, saved.text]).toEqual([200, expect.stringContaining("Your choice is saved.")]);
  expect((await visitor.open("/client-portal/dashboard/properties")).text).toContain("High");
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
