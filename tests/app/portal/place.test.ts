import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { newPortalClient } from "#tests/support/portal-client.ts";

const test = newAgencyTest();
const map = { bytes: new TextEncoder().encode("map"), type: "image/webp" } as const;

test("a property's page shows a map with its attribution, and a link to the address on a map", async ({
  app,
  agency,
}) => {
  const { visitor, record } = await newPortalClient(app, agency);
  const { id } = await agency.addPackage({ street: "4 Elm & Oak Street", city: "Seattle", state: "WA", zip: "98117" });
  await agency.call("POST", "/opportunities", { clientId: record.id, packageId: id });
  const asked: string[] = [];
  const read = async (address: string) => {
    asked.push(address);
    return map;
  };
  app.pretend({ maps: { attribution: "© Maps", read } });
  const path = `/client-portal/dashboard/properties/${id}`;
  const { document, text } = await visitor.open(path);
  const picture = document.querySelector("figure img");
  expect([picture?.getAttribute("src"), picture?.getAttribute("alt")]).toEqual([
    `${path}/map`,
    "Map around 4 Elm & Oak Street, Seattle, WA 98117",
  ]);
  expect(text).toContain("© Maps");
  expect(document.querySelector("a[href^='https://www.google.com/maps/']")?.getAttribute("href")).toContain(
    "query=4+Elm+%26+Oak+Street%2C+Seattle%2C+WA+98117",
  );
  const answer = await visitor.request(`${path}/map`);
  expect([answer.status, answer.headers.get("content-type"), await answer.text()]).toEqual([200, "image/webp", "map"]);
  expect(new Set(asked)).toEqual(new Set(["4 Elm & Oak Street, Seattle, WA 98117"]));
});

test("the cards of properties have a map where there is one, with its attribution", async ({ app, agency }) => {
  const { visitor, record } = await newPortalClient(app, agency);
  const [known, unknown] = [await agency.addPackage({ street: "1 Known Street" }), await agency.addPackage()];
  for (const { id } of [known, unknown])
    await agency.call("POST", "/opportunities", { clientId: record.id, packageId: id });
  const read = async (address: string) => (address.startsWith("1 Known") ? map : null);
  app.pretend({ maps: { attribution: "© Maps", read } });
  for (const path of ["/client-portal/dashboard", "/client-portal/dashboard/properties"]) {
    const { document } = await visitor.open(path);
    const pictures = document.querySelectorAll(".home img[src$='/map']");
    expect(pictures.map((picture) => [picture.getAttribute("src"), picture.getAttribute("alt")])).toEqual([
      [`/client-portal/dashboard/properties/${known.id}/map`, "Map around 1 Known Street"],
    ]);
    const attributed = document.querySelectorAll(".home").filter(({ text }) => text.includes("© Maps"));
    expect(attributed.map((home) => home.querySelector("b")?.text)).toEqual(["1 Known Street"]);
  }
  app.pretend({ maps: null });
  const { document } = await visitor.open("/client-portal/dashboard/properties");
  expect(document.querySelectorAll(".home img")).toEqual([]);
});

test("without a map service, and while it fails, there is the link alone", async ({ app, agency }) => {
  const { visitor, record } = await newPortalClient(app, agency);
  const { id } = await agency.addPackage();
  await agency.call("POST", "/opportunities", { clientId: record.id, packageId: id });
  const path = `/client-portal/dashboard/properties/${id}`;
  for (const maps of [null, { attribution: "© Maps", read: async () => null }]) {
    app.pretend({ maps });
    const { document, text } = await visitor.open(path);
    expect(document.querySelector("figure img")).toBeNull();
    expect([text.includes("© Maps"), text.includes("Open in a map")]).toEqual([false, true]);
    expect((await visitor.request(`${path}/map`)).status).toBe(404);
  }
});

test("another client's property has no map", async ({ app, agency }) => {
  const { visitor } = await newPortalClient(app, agency);
  const { id } = await agency.addPackage();
  app.pretend({ maps: { attribution: null, read: async () => map } });
  expect((await visitor.request(`/client-portal/dashboard/properties/${id}/map`)).status).toBe(404);
});
