import { http } from "msw";
import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import { addressValuesOf, fillPattern, isForPrograms, routeAddresses } from "#tests/support/route-map.ts";

const test = newAgencyTest();

/** The calls about messages, notifications and emails, as a service without them does not know them. */
const calls =
  /^\/api\/(messages|message_\w+|saved_replies|inbound_mails|notifications|notification_readings|mail_\w+)(\/|$)|\/(waiting_mails|bounced_addresses)(\/|$)/;

/** Has the service answer these calls as one that knows none of them; it counts no messages either. */
function knowNoMessages(app: Application, status: 404 | 405 | 501): void {
  const errors = [{ status: String(status), code: "no_route_found" }];
  app.use(
    http.all("*/api/*", async ({ request }) => {
      const { pathname } = new URL(request.url);
      if (calls.test(pathname)) return Response.json({ errors }, { status });
      if (pathname !== "/api/sessions/current" || request.method !== "GET") return undefined;
      const answer = await app.forward(request);
      const text = (await answer.text()).replace(/"(threads_unread|notifications)":\d+/g, '"$1":null');
      return new Response(text, { status: answer.status, headers: { "content-type": "application/vnd.api+json" } });
    }),
  );
}

const pages = /^\/(messages|notifications|settings\/(notifications|mail))(\/|$)/;

test.for([404, 405, 501] as const)(
  "a service that answers %i knows no messages: every page about them and about emails says so, and offers no other try",
  async (status, { app, agency, owner }) => {
    const { id } = await agency.addClient();
    const values = { ...addressValuesOf(id, "harbour") };
    await owner.open("/dashboard");
    knowNoMessages(app, status);
    const wrong: string[] = [];
    for (const { access, pattern } of await routeAddresses()) {
      if (access !== "agent" || !pages.test(pattern) || isForPrograms(pattern)) continue;
      const page = await owner.open(fillPattern(pattern, values));
      const isSaid =
        page.status === 501 && /The connected service doesn't [\w ]+\. Everything else works\./.test(page.text);
      const isTried = /Something went wrong|Try again/.test(page.text);
      if (isTried || !isSaid)
        wrong.push(
          `${pattern}: ${page.status} ${page.url.pathname} ${page.document.querySelector("main")?.text.slice(0, 200)}`,
        );
    }
    expect(wrong).toEqual([]);
    for (const path of [`/clients/${id}`, "/dashboard"]) expect((await owner.open(path)).status).toBe(200);
  },
);
