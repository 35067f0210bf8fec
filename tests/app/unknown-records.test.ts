import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Application, startApplication } from "#tests/support/application.ts";
import type { Visitor } from "#tests/support/visitor.ts";

let app: Application;
let owner: Visitor;

beforeAll(async () => {
  app = await startApplication();
  owner = await app.signedIn(await app.newOwner());
});
afterAll(() => app.close());

// A rejection that nobody hears would fail this file, whatever it expects.
test.each([
  ...["edit", "confirmation", "cancellation", "calendar.ics"].map((page) => `opportunities/:id/showings/nope/${page}`),
  ...["edit", "removal"].map((page) => `opportunities/:id/comments/nope/${page}`),
  ...["", "/edit", "/revocation"].map((page) => `packages/:id/shares/nope${page}`),
  ...["edit", "removal"].map((page) => `packages/:id/costs/templates/nope/${page}`),
])("/%s is Not Found, of which nobody knows the first part either", async (pattern) => {
  const { status } = await owner.request(`/${pattern.replace(":id", randomUUID())}`);
  expect(status).toBe(404);
});
