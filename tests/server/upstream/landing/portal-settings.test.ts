import { expect } from "vitest";
import { openOwnDatabase } from "#tests/support/databases.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = newWorkspaceTest({ open: openOwnDatabase });

test("the only workspace there is has the page without a name, and workspaces are never listed", async ({
  service,
}) => {
  const { id } = await service.newWorkspace();
  const only = await service.send("GET", "/portal/landing_page");
  expect([only.status, only.record.id]).toEqual([200, id]);
  await service.newWorkspace();
  expect((await service.send("GET", "/portal/landing_page")).status).toBe(404);
});

test("a workspace begins with nothing made up: the owner's name, no testimonials, no questions", async ({
  service,
  owner,
}) => {
  const handle = String((await owner.get(`/workspaces/${owner.workspaceId}`)).record.attributes.handle);
  const { status, record } = await service.send("GET", `/portal/landing_pages/${handle}`);
  expect([status, record.attributes]).toEqual([
    200,
    {
      name: "Harbour Homes",
      handle,
      initials: "HH",
      logo_id: null,
      agent: { name: "Ada Marsh", photo_id: null },
      description: null,
      introduction: null,
      introduction_es: null,
      takes_registrations: true,
      testimonials: [],
      questions: [],
      foot: {
        description: null,
        brokerage: null,
        license_number: null,
        phone_number: null,
        website_url: null,
        privacy_url: null,
        terms_url: null,
      },
    },
  ]);
  expect((await service.send("GET", "/portal/landing_pages/nobody-has-this")).status).toBe(404);
});

const path = (id: string) => `/portal_settings/${id}`;
const change = (id: string, attributes: object) => ({ type: "portal_settings", id, attributes });

test.for<[string, object]>([
  ["somebody of another workspace", { shownAccountId: "00000000-0000-4000-8000-000000000000" }],
  ["five testimonials", { testimonials: Array(5).fill({ text: "Good", name: "Ida" }) }],
  ["a testimonial of nobody", { testimonials: [{ text: "Good", name: "" }] }],
  ["an introduction of 2,001 characters", { introduction: "a".repeat(2001) }],
])("%s is refused", async ([, attributes], { owner, workspace }) => {
  const { status } = await owner.send("PATCH", path(workspace.id), change(workspace.id, attributes));
  expect(status).toBe(400);
});

test("of another workspace nothing is read or changed", async ({ service, owner }) => {
  const other = await service.newWorkspace();
  expect((await owner.get(path(other.id))).status).toBe(404);
  const refused = await owner.send("PATCH", path(other.id), change(other.id, { introduction: "Mine" }));
  expect(refused.status).toBe(404);
});

test("a change of an older version is refused", async ({ owner, workspace }) => {
  const seen = await owner.get(path(workspace.id));
  const etag = seen.headers.get("etag") ?? "";
  const first = await owner.send("PATCH", path(workspace.id), change(workspace.id, { introduction: "Marsh Homes" }));
  expect([first.status, first.record.attributes.introduction]).toEqual([200, "Marsh Homes"]);
  const headers = { "if-match": etag };
  const late = { ...change(workspace.id, { introduction: "Ada Homes" }), headers };
  expect((await owner.send("PATCH", path(workspace.id), late)).status).toBe(412);
});
