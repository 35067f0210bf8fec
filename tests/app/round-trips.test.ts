import { setTimeout as wait } from "node:timers/promises";
import { http } from "msw";
import { expect } from "vitest";
import { appTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import { blocksInParagraphs } from "#tests/support/html-nesting.ts";
import {
  clientPatterns,
  type OpenedPage,
  type PageOpener,
  seedPages,
  staffPatterns,
} from "#tests/support/opened-pages.ts";

const test = appTest(null);

// A page takes as long as one call to the service: all of its calls, and the question who asks, are sent before any is answered.

/** The pages that take two: what they ask for once the rest is answered. */
const second: Readonly<Record<string, RegExp>> = {
  // The choices are the folders of what it belongs to, which only its record says.
  "/documents/:documentId/moving": /\/folders\?/,
  "/documents/folders/:folderId/moving": /\/folders\?/,
  // What a client would see of the properties that fit and of the newest: which those are has to be known first.
  "/clients/:id/shares": /\/package_choice\?/,
  // How many emails each of the clients who are listed gets.
  "/packages/:packageId/shares/clients": /\/clients\?.*include=people/,
  // Whose other pages the address sees: which address it is, the client or the invitation says.
  "/clients/:id/portal/invitations/new": /filter%5Bemail%5D=/,
  "/clients/:id/portal/invitations/:invitationId/sending": /filter%5Bemail%5D=/,
  "/clients/:id/portal/invitations/:invitationId/revocation": /filter%5Bemail%5D=/,
  // Whoever is not signed in goes on to the workspace's public page.
  "/:handle": /\/workspaces\/handle\//,
};

/** Staff who look at a client's portal: first it has to be known whose it is. */
const ofView = /^GET \/api\/portal\//;

/** As in "GET /api/clients?page[limit]=15", and for whom where staff ask as a client. */
function nameOf({ method, url, headers }: Request): string {
  const { pathname, search } = new URL(url);
  return `${method} ${pathname}${search}${headers.has("x-portal-view") ? " as the client" : ""}`;
}

/** Without the time, which differs from view to view. */
const timeless = (name: string) => name.replaceAll(/\d{4}-\d\d-\d\dT[^&]*/g, "time");

/** What a page calls. */
async function callsOf(app: Application, { visitor, path }: OpenedPage) {
  const calls: string[] = [];
  app.use(http.all("*", ({ request }) => void calls.push(nameOf(request))));
  const response = await visitor.request(path);
  const misplaced = blocksInParagraphs(await response.text());
  app.resetHandlers();
  return { status: response.status, calls, misplaced };
}

/** Opens a page, and answers none of the calls of a round before all of the round were sent. */
async function openInRounds(app: Application, { visitor, path }: OpenedPage, rounds: readonly (readonly string[])[]) {
  const held = rounds.map((calls) => ({ calls: calls.toSorted(), sent: [] as string[], all: Promise.withResolvers() }));
  app.use(
    http.all("*", async ({ request }) => {
      const call = timeless(nameOf(request));
      const round = held.find(({ calls }) => calls.includes(call)) ?? held[0];
      round?.sent.push(call);
      // How many of the next round were sent before an answer was there.
      if (round?.calls.every((one) => round.sent.includes(one)))
        round.all.resolve(held.slice(held.indexOf(round) + 1).flatMap(({ sent }) => sent).length);
      await round?.all.promise;
    }),
  );
  const answer = visitor.request(path);
  try {
    for (const { calls, sent, all } of held) {
      if (calls.length > 0) await Promise.race([all.promise, wait(10_000, null, { ref: false })]);
      expect(sent.toSorted(), `sent for ${path}`).toEqual(calls);
    }
  } finally {
    for (const { all } of held) all.resolve(null);
    await (await answer).text();
    app.resetHandlers();
  }
  return { status: (await answer).status, early: await held[0]?.all.promise };
}

let pages: PageOpener;

test.beforeAll(async ({ app }) => {
  app.pretend({ demo: true });
  pages = await seedPages(app);
}, 180_000);
test.beforeEach(({ app }) => app.pretend({ demo: true }));
test.afterAll(() => pages.close());

const patterns = [...(await staffPatterns()), ...(await clientPatterns())];

test("the map has pages of all kinds, and those that take two trips", () => {
  expect(patterns.length).toBeGreaterThan(250);
  expect(Object.keys(second).filter((pattern) => !patterns.includes(pattern))).toEqual([]);
});

test.for(patterns)("%s", { timeout: 60_000 }, async (pattern, { app }) => {
  const page = await pages.open(pattern);
  const { status, calls, misplaced } = await callsOf(app, page);
  expect(status).toBe(200);
  expect(misplaced, "blocks inside of paragraphs").toEqual([]);
  expect(
    calls.filter((call, place) => calls.indexOf(call) !== place),
    "nothing is asked for twice",
  ).toEqual([]);
  const later = second[pattern] ?? (pattern.startsWith("/portal-view/") ? ofView : null);
  const [first = [], rest = []] = [false, true].map((isLater) =>
    calls.filter((call) => (later?.test(call) === true) === isLater).map(timeless),
  );
  const opened = await openInRounds(app, page, rest.length === 0 ? [first] : [first, rest]);
  // What is sent with the rest is no second trip.
  expect(opened).toEqual({ status: 200, early: first.length === 0 ? null : 0 });
});
