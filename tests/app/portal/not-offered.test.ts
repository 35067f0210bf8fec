import { http } from "msw";
import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";

const test = newAgencyTest();

test("where the service knows no portal every page of it says so, and clients are not invited", async ({
  app,
  owner,
}) => {
  const none = () => Response.json({ errors: [{ status: "404", code: "no_route_found" }] }, { status: 404 });
  app.use(http.all("*/api/portal/*", none), http.all("*/api/portal_invitations*", none));
  const token = "A".repeat(43);
  const pages = ["/client-portal/login", `/client-portal/sign-in/${token}`, `/client-portal/invitations/${token}`];
  for (const path of pages) {
    const { status, text } = await app.visitor().open(path);
    expect([path, status, text.includes("There is no client portal here")]).toEqual([path, 501, true]);
  }
  const spanish = await app.visitor().request("/client-portal/login", { headers: { "accept-language": "es" } });
  expect(await spanish.text()).toMatch(/<html lang="es">.*Aquí no hay portal para clientes/s);
  const client = await owner.open("/clients/new");
  const made = await owner.submit({ name: "Ida", email: "ida@buyer.example" }, { button: "Create client" });
  expect(made.text).toContain("Client created: Ida. The invitation wasn't sent");
  await owner.follow("Ida");
  expect(owner.page.text).not.toContain("Client portal");
  expect(client.status).toBe(200);
});
