import { HttpResponse, http } from "msw";
import { expect } from "vitest";
import { mediaType } from "#tests/support/answers.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";

const test = newAgencyTest();

const [ada, ben, cleo] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];

/** As a service answers that knows clients without an email address. */
const clients = [
  { id: ada, name: "Ada", email: "ada@client.example" },
  { id: ben, name: "Ben", email: null },
  { id: cleo, name: "Cleo", email: null },
].map(({ id, ...attributes }) => ({ type: "client", id, attributes: { ...attributes, profile_image_url: null } }));

test("clients who cannot be emailed are named before a property is shared", async ({ app, agency, owner }) => {
  const { id } = await agency.addPackage();
  app.use(
    http.get("*/api/clients", ({ request }) => {
      const ids = new URL(request.url).searchParams.get("filter[ids]");
      const data = clients.filter((client) => ids === null || ids.includes(client.id));
      return HttpResponse.json({ data }, { headers: { "content-type": mediaType } });
    }),
  );
  const path = `/packages/${id}/shares/clients`;
  const all = await owner.open(path);
  const chosen = await owner.open(`${path}?clients=${ada},${ben}`);
  app.resetHandlers();
  expect(all.text).toContain("2 clients have no email address and get no email: Ben, Cleo.");
  expect(all.document.querySelectorAll(".check").map(({ text }) => text.trim())).toContain("Ben, no email address");
  expect(chosen.text).toContain(
    "The 2 clients you chose are ticked. 1 client has no email address and gets no email: Ben.",
  );
});
