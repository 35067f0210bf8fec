import { http } from "msw";
import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";

const test = newAgencyTest();

/** Has the service answer as one that knows no calendar and counts nothing. */
function knowNoCalendar(app: Application, status: 404 | 405 | 501): void {
  const errors = [{ status: String(status), code: "no_route_found" }];
  app.use(
    http.all("*/api/*", async ({ request }) => {
      const { pathname } = new URL(request.url);
      if (/^\/api\/(calendar|calendar_\w+|dashboard)(\/|$)/.test(pathname))
        return Response.json({ errors }, { status });
      if (pathname !== "/api/sessions/current" || request.method !== "GET") return undefined;
      const answer = await app.forward(request);
      const text = (await answer.text()).replace(/"open_deals":\d+/g, '"open_deals":null');
      return new Response(text, { status: answer.status, headers: { "content-type": "application/vnd.api+json" } });
    }),
  );
}

test.for([404, 405, 501] as const)(
  "a service that answers %i has no calendar: its pages say so, and no other page leads there",
  async (status, { app, agency, owner }) => {
    await agency.addClient();
    await owner.open("/dashboard");
    knowNoCalendar(app, status);
    for (const path of ["/calendar", "/settings/account/calendar", "/settings/account/calendar/removal"]) {
      const page = await owner.open(path);
      expect([path, page.status]).toEqual([path, 501]);
      expect(page.text).toMatch(/The connected service doesn't offer [\w ]+\. Everything else works\./);
    }
    const dashboard = await owner.open("/dashboard");
    expect(dashboard.status).toBe(200);
    expect(dashboard.text).not.toContain("Next 7 days");
    expect(dashboard.html).not.toContain('href="/calendar');
    expect(dashboard.document.querySelectorAll(".tile").map(({ text }) => text)).toEqual(["Clients1"]);
    expect((await app.visitor().request("/calendar/feeds/nobodys/calendar.ics")).status).toBe(404);
  },
);
