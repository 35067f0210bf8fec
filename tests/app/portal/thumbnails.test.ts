import sharp from "sharp";
import { expect, vi } from "vitest";
import { z } from "zod";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { arrivedPicture } from "#tests/support/odd-pictures.ts";
import { newPortalClient } from "#tests/support/portal-client.ts";
import { uploadDocument } from "#tests/support/seeded-agent.ts";
import type { Visitor } from "#tests/support/visitor.ts";

const test = newAgencyTest();

// Small pictures of documents, on the pages of the portal and of shared links.

const made = z.object({ data: z.object({ attributes: z.object({ url_token: z.string() }) }) });

async function front(): Promise<{ name: string; content: Uint8Array<ArrayBuffer>; type: string }> {
  const size = { width: 600, height: 800, channels: 3, background: "teal" } as const;
  return {
    name: "front.png",
    content: new Uint8Array(await sharp({ create: size }).png().toBuffer()),
    type: "image/png",
  };
}

/** The answer once the picture is drawn. */
const drawn = (visitor: Visitor, source: string) =>
  vi.waitFor(
    async () => {
      const response = await visitor.request(source);
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/webp"]);
      return response;
    },
    { timeout: 20_000 },
  );

test("documents have small pictures in the portal and on shared pages, guarded as the documents themselves", async ({
  app,
  agency,
  owner,
}) => {
  const { visitor, record } = await newPortalClient(app, agency);
  const { visitor: other } = await newPortalClient(app, agency);
  const { id: packageId } = await agency.addPackage();
  await agency.call("POST", "/opportunities", { clientId: record.id, packageId });
  const picture = await uploadDocument(owner, await front(), `?package=${packageId}`);
  const text = await uploadDocument(owner, { name: "plain.txt", content: "Just words." }, `?package=${packageId}`);
  for (const id of [picture, text]) await agency.call("PATCH", `/documents/${id}`, { isClientVisible: true });
  const given = { packageId, label: "For you", folderIds: [], includesUnfiled: true, passcode: "maple-77" };
  const { url_token: token } = made.parse(await agency.call("POST", "/share_links", given)).data.attributes;
  const viewer = app.visitor();
  await viewer.open(`/shared/${token}`);
  await viewer.submit({ passcode: "maple-77" }, { button: "Open" });

  const places = [
    {
      who: visitor,
      page: "/client-portal/dashboard/documents",
      at: "/client-portal/dashboard/documents",
      others: other,
    },
    { who: viewer, page: `/shared/${token}/view`, at: `/shared/${token}/documents`, others: app.visitor() },
  ];
  for (const { who, page, at, others } of places) {
    const shown = (await who.open(page)).document.querySelectorAll(".sheet");
    expect(shown.map((sheet) => sheet.text)).toEqual(["PNG", "TXT"]);
    const images = shown.flatMap((sheet) => sheet.querySelectorAll("img"));
    const facts = ["src", "alt", "width", "height", "loading"].map((name) => images[0]?.getAttribute(name));
    expect([images.length, ...facts]).toEqual([1, `${at}/${picture}/thumbnail`, "", "56", "72", "lazy"]);
    const source = `${at}/${picture}/thumbnail`;
    const tag = (await drawn(who, source)).headers.get("etag") ?? "";
    expect((await who.request(source, { headers: { "if-none-match": tag } })).status).toBe(304);
    // Nothing but the type, below an empty picture.
    const none = await who.request(`${at}/${text}/thumbnail`);
    expect([none.status, none.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
    const refused = await others.request(source);
    expect([source, [303, 404].includes(refused.status)]).toEqual([source, true]);
  }

  await agency.call("PATCH", `/documents/${picture}`, { isClientVisible: false });
  expect((await visitor.request(`/client-portal/dashboard/documents/${picture}/thumbnail`)).status).toBe(404);
});

test("a picture that lost its end says so in the portal and on shared pages", async ({ app, agency, owner }) => {
  const { visitor, record } = await newPortalClient(app, agency);
  const { id: packageId } = await agency.addPackage();
  await agency.call("POST", "/opportunities", { clientId: record.id, packageId });
  for (const share of [1, 0.7]) {
    const file = { name: `${share}.jpg`, content: await arrivedPicture(share), type: "image/jpeg" };
    const id = await uploadDocument(owner, file, `?package=${packageId}`);
    await agency.call("PATCH", `/documents/${id}`, { isClientVisible: true });
  }
  const given = { packageId, label: "For you", folderIds: [], includesUnfiled: true };
  const { url_token: token } = made.parse(await agency.call("POST", "/share_links", given)).data.attributes;
  const viewer = app.visitor();
  await viewer.open(`/shared/${token}`);
  const pages = [await visitor.open("/client-portal/dashboard/documents"), await viewer.submit({}, { button: "Open" })];
  for (const { document } of pages) {
    const lines = document.querySelectorAll(".rows > li").map(({ text }) => text);
    expect(lines.map((text) => text.includes("The last part of this picture is missing"))).toEqual([true, false]);
  }
});

test("looking at a small picture opens no document", async ({ app, agency, owner }) => {
  const { visitor, record } = await newPortalClient(app, agency);
  const id = await uploadDocument(owner, await front(), `?client=${record.id}`);
  await agency.call("PATCH", `/documents/${id}`, { isClientVisible: true });
  await visitor.open("/client-portal/dashboard/documents");
  const headers = { "sec-fetch-site": "same-origin", "sec-fetch-dest": "image", "sec-fetch-user": "?1" };
  await visitor.request(`/client-portal/dashboard/documents/${id}/thumbnail`, { headers });
  const { rows } = await app.database.pool.query("select from upstream.portal_openings where client_id = $1", [
    record.id,
  ]);
  expect(rows).toHaveLength(0);
  expect((await visitor.open("/client-portal/dashboard/documents")).text).toContain("New");
});
