import { expect } from "vitest";
import { z } from "zod";
import { startAgency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { hugePicture, phonePicture, smallPicture } from "#tests/support/odd-pictures.ts";
import { newPortalClient } from "#tests/support/portal-client.ts";
import type { Visit, Visitor } from "#tests/support/visitor.ts";
import { typedIn } from "../page-reading.ts";

const test = newAgencyTest();

// The workspace's logo and the agents' photos, on every page that clients see.

const png = () => new File([smallPicture()], "picture.png", { type: "image/png" });
const made = z.object({ data: z.object({ attributes: z.object({ url_token: z.string() }) }) });
const sourceOf = ({ document }: Visit, selector: string) =>
  document.querySelector(selector)?.getAttribute("src") ?? null;
const logoOn = (page: Visit) => sourceOf(page, ".brand img");
const photoOn = (page: Visit) => sourceOf(page, ".agent .face img, .face.xl img");

async function save(visitor: Visitor, page: string, button: string): Promise<Visit> {
  await visitor.open(page);
  return visitor.submit({}, { button, files: [png()] });
}

test("the logo and the agent's photo are on the landing page, in the portal, before it and on shared pages", async ({
  app,
  agency,
  owner,
}) => {
  const { visitor: client } = await newPortalClient(app, agency);
  const handle = typedIn(await owner.open("/settings/general"), "handle") ?? "";
  const given = { packageId: (await agency.addPackage()).id, label: "For you", folderIds: [], includesUnfiled: true };
  const { url_token } = made.parse(await agency.call("POST", "/share_links", given)).data.attributes;
  const viewer = app.visitor();
  const door = await viewer.open(`/shared/${url_token}`);
  const view = await viewer.submit({}, { button: "Open" });
  const anybody = app.visitor();
  const landing = `/client-portal?workspace=${handle}`;
  for (const page of [await anybody.open(landing), await client.open("/client-portal/dashboard"), door, view])
    expect([page.url.pathname, logoOn(page), photoOn(page)]).toEqual([page.url.pathname, null, null]);

  const saved = await save(owner, "/settings/logo", "Save logo");
  expect([saved.url.pathname, saved.text]).toEqual(["/settings/general", expect.stringContaining("Logo saved.")]);
  const own = await save(owner, "/account/photo", "Save photo");
  expect([own.url.pathname, own.text]).toEqual(["/account/photo", expect.stringContaining("Photo saved.")]);
  const logo = logoOn(await anybody.open(landing));
  const photo = photoOn(await anybody.open(landing));
  expect(sourceOf(own, "header .face img")).toBe(photo);
  expect(logo).toMatch(/^\/client-portal\/faces\/[0-9a-f-]{36}\?size=small$/);
  expect(photo).toMatch(/^\/client-portal\/faces\/[0-9a-f-]{36}\?size=small$/);
  for (const page of [
    await client.open("/client-portal/dashboard"),
    await client.open("/client-portal/dashboard/documents"),
    await viewer.open(`/shared/${url_token}/view`),
  ])
    expect([page.url.pathname, logoOn(page), photoOn(page)]).toEqual([page.url.pathname, logo, photo]);
  const doors = [
    "/client-portal/login",
    `/client-portal/contact?workspace=${handle}`,
    `/client-portal/register?workspace=${handle}`,
  ];
  for (const path of doors) expect([path, logoOn(await anybody.open(path))]).toEqual([path, logo]);
  expect(logoOn(await app.visitor().open(`/shared/${url_token}`))).toBe(logo);
  for (const source of [logo, photo]) {
    const { status, headers } = await app.visitor().request(source ?? "");
    expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
      200,
      "image/webp",
      "private, max-age=86400",
    ]);
  }

  await owner.open("/settings/logo");
  await owner.follow("Remove logo");
  expect((await owner.submit({}, { button: "Remove logo" })).text).toContain("Logo removed.");
  await owner.open("/account/photo");
  await owner.follow("Remove photo");
  expect((await owner.submit({}, { button: "Remove photo" })).text).toContain("Photo removed.");
  expect(sourceOf(await owner.open("/account/photo"), "header .face img")).toBeNull();
  const after = await anybody.open(landing);
  expect([logoOn(after), photoOn(after)]).toEqual([null, null]);
  for (const source of [logo, photo]) expect((await app.visitor().request(source ?? "")).status).toBe(404);
  const log = (await owner.open("/activity")).text;
  for (const told of ["Workspace settings changed", "Photo of a member changed"]) expect(log).toContain(told);
});

test("a face is shown in no other place: pictures of clients and ids of nobody are 404", async ({
  app,
  agency,
  owner,
}) => {
  const { id } = await agency.addClient();
  await save(owner, `/clients/${id}/photo`, "Save photo");
  const { rows } = await app.database.pool.query<{ id: string }>(
    "select id from upstream.pictures where workspace_id = (select workspace_id from upstream.clients where id = $1)",
    [id],
  );
  expect(rows.length).toBeGreaterThan(0);
  const visitor = app.visitor();
  for (const name of [...rows.map((row) => row.id), "00000000-0000-4000-8000-000000000000", "nothing", "..%2f.."])
    expect([name, (await visitor.request(`/client-portal/faces/${name}`)).status]).toEqual([name, 404]);
});

test("one's own photo is seen in every workspace that one belongs to, and in no other", async ({
  app,
  agency,
  owner,
}) => {
  const [second, stranger] = [await startAgency(app), await startAgency(app)];
  await app.database.pool.query(
    "insert into upstream.memberships (workspace_id, account_id, role, inserted_at) values ($1, $2, 'member', now())",
    [second.workspaceId, agency.owner.accountId],
  );
  const own = await save(owner, "/account/photo", "Save photo");
  const [, id] = /faces\/([0-9a-f-]{36})/.exec(sourceOf(own, "header .face img") ?? "") ?? [];
  const statusFor = async (token: string, workspaceId: string) => {
    const headers = { authorization: `Bearer ${token}`, "x-workspace-id": workspaceId };
    return (await app.forward(new Request(`${app.origin}/api/pictures/${id}`, { headers }))).status;
  };
  expect([
    await statusFor(agency.owner.token, agency.workspaceId),
    await statusFor(agency.owner.token, second.workspaceId),
    await statusFor(second.owner.token, second.workspaceId),
    await statusFor(stranger.owner.token, stranger.workspaceId),
  ]).toEqual([200, 200, 200, 404]);
});

test("the photo of somebody who belongs to no workspace any more is shown to nobody", async ({
  app,
  agency,
  owner,
}) => {
  const member = await agency.join("member");
  await save(member.visitor, "/account/photo", "Save photo");
  const photo = sourceOf(await member.visitor.open("/account/photo"), "main .head .face img, main .face img") ?? "";
  expect((await app.visitor().request(photo)).status).toBe(200);
  await app.database.pool.query("delete from upstream.memberships where role = 'member'");
  expect((await app.visitor().request(photo)).status).toBe(404);
  expect((await owner.open("/account/photo")).status).toBe(200);
});

test("odd files are refused with a message, and nothing changes", async ({ owner }) => {
  const gif = Buffer.from(
    "GIF89a\x60\xea\x60\xea\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x60\xea\x60\xea\0\x02\x02D\x01\0;",
    "latin1",
  );
  const odd = [
    new File([], "empty.png", { type: "image/png" }),
    new File([smallPicture(), new Uint8Array(40 * 1024 ** 2)], "large.png", { type: "image/png" }),
    new File(['<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'], "logo.svg", {
      type: "image/svg+xml",
    }),
    new File([gif], "bomb.gif", { type: "image/gif" }),
    new File([hugePicture()], "huge.png", { type: "image/png" }),
    new File([phonePicture()], "phone.heic", { type: "image/heic" }),
  ];
  for (const [page, button] of [
    ["/settings/logo", "Save logo"],
    ["/account/photo", "Save photo"],
  ] as const) {
    const told: [string, number, string][] = [];
    for (const file of odd) {
      await owner.open(page);
      const refused = await owner.submit({}, { button, files: [file] });
      const sentence = refused.document.querySelector("main [role=alert]")?.text ?? "";
      told.push([file.name, refused.status, sentence]);
    }
    expect((await owner.open(page)).document.querySelector("main .who img")).toBeNull();
    expect(told).toEqual([
      ["empty.png", 400, expect.stringContaining("empty.png: This file is empty.")],
      ["large.png", 400, expect.stringContaining("large.png: A photo may have 32 MB at most.")],
      ["logo.svg", 400, expect.stringContaining("logo.svg: This file isn't a picture. Send it as a JPEG or PNG.")],
      ["bomb.gif", 400, expect.stringContaining("bomb.gif: It has more than 100 megapixels: make it smaller.")],
      ["huge.png", 400, expect.stringContaining("huge.png: It has more than 100 megapixels: make it smaller.")],
      [
        "phone.heic",
        400,
        expect.stringContaining("phone.heic: HEIC cannot be read here. On an iPhone, choose it from Photos"),
      ],
    ]);
  }
});

test("members change their own photo alone, and the logo only owners and administrators do", async ({
  app,
  agency,
}) => {
  const { visitor } = await agency.join("member");
  expect((await visitor.open("/settings/logo")).status).toBe(403);
  expect((await visitor.open("/settings/logo/removal")).status).toBe(403);
  const { visitor: reader } = await agency.join("instructor");
  expect((await reader.open("/account/photo")).status).toBe(403);
  const theirs = z.object({ data: z.array(z.object({ id: z.string() })) });
  const members = theirs.parse(await agency.call("GET", "/accounts/members"));
  const stranger = await startAgency(app);
  for (const { id } of members.data) {
    const change = (token: string) =>
      app.callUpstream("PATCH", `/accounts/members/${id}`, { attributes: { profilePicture: null }, token });
    expect((await change(stranger.owner.token)).status).toBe(404);
  }
  const statuses = members.data.map(async ({ id }) => {
    const change = { attributes: { profilePicture: null }, token: agency.owner.token };
    return (await app.callUpstream("PATCH", `/accounts/members/${id}`, change)).status;
  });
  expect((await Promise.all(statuses)).toSorted()).toEqual([200, 403, 403]);
});
