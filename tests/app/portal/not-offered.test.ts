import { expect } from "vitest";
import { ash } from "#app/json-api/service.ts";
import type { Agency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import { clientPages } from "#tests/support/client-page-list.ts";
import { addressValuesOf, fillPattern, routeAddresses } from "#tests/support/route-map.ts";
import { seedClient } from "#tests/support/seeded-client.ts";
import type { Visit } from "#tests/support/visitor.ts";

const test = newAgencyTest();

test("a service that has no portal: the pages before signing in say so", async ({ app }) => {
  app.pretend({ description: ash });
  const values = { token: "A".repeat(43) };
  const wrong: string[] = [];
  for (const { access, pattern } of await clientPages()) {
    if (access !== "public" || pattern.startsWith("/shared/")) continue;
    const page = await app.visitor().open(fillPattern(pattern, values));
    if (page.status !== 501 || !page.text.includes("There is no client portal here"))
      wrong.push(`${pattern}: ${page.status} ${page.text.slice(0, 200)}`);
  }
  expect(wrong).toEqual([]);
  const spanish = await app.visitor().request("/client-portal/login", { headers: { "accept-language": "es" } });
  expect(await spanish.text()).toMatch(/<html lang="es">.*Aquí no hay portal para clientes/s);
});

test("the pages of the portal lead to that sentence, too", async ({ app }) => {
  const values = addressValuesOf("00000000-0000-4000-8000-000000000000", "harbour");
  app.pretend({ description: ash });
  for (const { access, pattern } of await clientPages()) {
    if (access !== "client") continue;
    const { status, text } = await app.visitor().open(fillPattern(pattern, values));
    expect([pattern, status, text.includes("There is no client portal here")]).toEqual([pattern, 501, true]);
  }
});

/** Status, address and heading of a page, and what it says first. */
function told({ status, document }: Visit): string {
  const main = document.querySelector("main");
  return `${status} ${main?.text.replaceAll(/\s+/g, " ").trim().slice(0, 240)}`;
}

const roomsOfPortal = /^(invitations|landing|portal-requests|contact-requests|client-answers|packages\/portal)/;

test("staff read on each page about the portal that the service has none", async ({ app, agency, owner }) => {
  const values = await valuesFor(app, agency);
  app.pretend({ description: ash });
  const seen: Record<string, string> = {};
  for (const { access, file, pattern } of await routeAddresses()) {
    if (access !== "agent" || !roomsOfPortal.test(file)) continue;
    seen[pattern] = told(await owner.open(fillPattern(pattern, values)));
  }
  expect(seen).toMatchInlineSnapshot(`
    {
      "/clients/:id/contact-requests/:contactRequestId/acceptance": "501 Not available hereThe connected service doesn't have contact requests. Everything else works.Go to dashboard",
      "/clients/:id/contact-requests/:contactRequestId/dismissal": "501 Not available hereThe connected service doesn't have contact requests. Everything else works.Go to dashboard",
      "/clients/:id/portal/invitations/:invitationId/revocation": "501 Not available hereThe connected service doesn't have a client portal. Everything else works.Go to dashboard",
      "/clients/:id/portal/invitations/:invitationId/sending": "501 Not available hereThe connected service doesn't have a client portal. Everything else works.Go to dashboard",
      "/clients/:id/portal/invitations/new": "501 Not available hereThe connected service doesn't have this. Everything else works.Go to dashboard",
      "/clients/:id/portal/requests/:requestId": "501 Not available hereThe connected service doesn't have portal requests. Everything else works.Go to dashboard",
      "/clients/:id/portal/requests/:requestId/acceptance": "501 Not available hereThe connected service doesn't have portal requests. Everything else works.Go to dashboard",
      "/clients/:id/portal/view": "501 Not available hereThe connected service doesn't have a client portal. Everything else works.Go to dashboard",
      "/clients/requests": "501 Not available hereThe connected service doesn't have requests to look through. Everything else works.Go to dashboard",
      "/opportunities/:opportunityId/acknowledgement": "501 Not available hereThe connected service doesn't have answers of clients. Everything else works.Go to dashboard",
      "/opportunities/:opportunityId/client-question": "501 Not available hereThe connected service doesn't have answers of clients. Everything else works.Go to dashboard",
      "/opportunities/:opportunityId/suggestion": "501 Not available hereThe connected service doesn't have answers of clients. Everything else works.Go to dashboard",
      "/packages/:packageId/portal": "501 Not available hereThe connected service doesn't have a client portal. Everything else works.Go to dashboard",
      "/packages/:packageId/portal/preview": "501 Not available hereThe connected service doesn't have a client portal. Everything else works.Go to dashboard",
      "/settings/portal": "501 SettingsAll settingsGeneralMembersAccountGeneralMembersAccountNot available hereThe connected service doesn't have a client portal. Everything else works.Go to dashboard",
      "/settings/portal/preview": "501 Not available hereThe connected service doesn't have a client portal. Everything else works.Go to dashboard",
    }
  `);
});

/** Records of the agency, to fill in the addresses of the pages about the portal. */
async function valuesFor(app: Application, agency: Agency): Promise<Readonly<Record<string, string>>> {
  const { client, values } = await seedClient(app, agency);
  const some = "00000000-0000-4000-8000-000000000000";
  return { ...values, id: client.record.id, invitationId: some, contactRequestId: some, requestId: some, viewId: some };
}

test("staff can't invite where the service has no portal, and their pages leave it out", async ({
  app,
  agency,
  owner,
}) => {
  const values = await valuesFor(app, agency);
  app.pretend({ description: ash });
  await owner.open("/clients/new");
  const made = await owner.submit({ name: "Ida", email: "ida@buyer.example" }, { button: "Create and invite" });
  expect(made.text).toContain("Client created: Ida.");
  await owner.follow("Ida");
  expect(owner.page.text).not.toContain("Client portal");
  for (const path of [`/packages/${values.packageId}`, `/opportunities/${values.opportunityId}`]) {
    const { status, text } = await owner.open(path);
    expect([path, status, /See as the client|Sent by clients|What the client/i.test(text)]).toEqual([path, 200, false]);
  }
});
