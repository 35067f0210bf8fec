import sharp from "sharp";
import { expect } from "vitest";
import { z } from "zod";
import { startAgency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { smallPicture } from "#tests/support/odd-pictures.ts";
import { newPortalClient } from "#tests/support/portal-client.ts";
import type { Visitor } from "#tests/support/visitor.ts";

const test = newAgencyTest();

const address = "/manifest.webmanifest";
const manifest = z.object({
  name: z.string(),
  short_name: z.string(),
  id: z.string(),
  start_url: z.string(),
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), type: z.string() })),
  shortcuts: z.optional(z.array(z.object({ name: z.string(), url: z.string() }))),
});

async function read(visitor: Visitor) {
  const response = await visitor.request(address);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/manifest+json"]);
  expect(response.headers.get("cache-control")).toBe("private, max-age=300");
  expect(response.headers.get("vary")).toContain("Cookie");
  return manifest.parse(await response.json());
}

test("it has the name of the workspace that is open, and ways to what one opens first", async ({
  app,
  agency,
  owner,
}) => {
  await app.database.pool.query("UPDATE upstream.workspaces SET name = 'Lind & Söhne' WHERE id = $1", [
    agency.workspaceId,
  ]);
  const found = await read(owner);
  expect(found).toMatchObject({ name: "Lind & Söhne", short_name: "Lind & Söhne", id: "/", start_url: "/dashboard" });
  expect(found.shortcuts?.map(({ name }) => name)).toEqual(["New client", "Today", "Messages"]);
  for (const { url } of found.shortcuts ?? []) expect((await owner.open(url)).status).toBe(200);
  expect((await owner.open(found.start_url)).status).toBe(200);
  const { visitor: reader } = await agency.join("instructor");
  expect((await read(reader)).shortcuts?.map(({ name }) => name)).toEqual(["Today", "Messages"]);
});

test("it is our own for whoever is not signed in, for clients, and where a second step is missing", async ({
  app,
  agency,
}) => {
  const { visitor: client } = await newPortalClient(app, agency);
  for (const visitor of [app.visitor(), client]) {
    const found = await read(visitor);
    expect(found).toMatchObject({ name: "Latchkey", id: "/", start_url: "/dashboard" });
    expect(found.shortcuts).toBeUndefined();
    expect(found.icons.map(({ src }) => src)).toEqual(["/favicon.svg", "/icon-192.png", "/icon-512.png"]);
  }
  const { visitor } = await agency.join("member");
  await app.database.pool.query("UPDATE upstream.workspaces SET requires_second_step = true WHERE id = $1", [
    agency.workspaceId,
  ]);
  expect((await read(visitor)).name).toBe("Latchkey");
});

test("nothing of one workspace is in another's", async ({ app, owner }) => {
  const other = await startAgency(app);
  await app.database.pool.query("UPDATE upstream.workspaces SET name = 'Other Homes' WHERE id = $1", [
    other.workspaceId,
  ]);
  expect((await read(other.owner.visitor)).name).toBe("Other Homes");
  expect(JSON.stringify(await read(owner))).not.toContain("Other Homes");
});

test("unchanged it is not sent again", async ({ app, agency, owner }) => {
  const tag = (await owner.request(address)).headers.get("etag") ?? "";
  const again = await owner.request(address, { headers: { "if-none-match": tag } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  await app.database.pool.query("UPDATE upstream.workspaces SET name = 'New name' WHERE id = $1", [agency.workspaceId]);
  expect((await owner.request(address, { headers: { "if-none-match": tag } })).status).toBe(200);
  expect((await app.visitor().request(address, { headers: { "if-none-match": tag } })).status).toBe(200);
});

test("the logo is the icon, as large as the manifest says, and everybody's browser may fetch it", async ({
  app,
  owner,
}) => {
  await owner.open("/settings/logo");
  await owner.submit(
    {},
    { button: "Save logo", files: [new File([smallPicture()], "logo.png", { type: "image/png" })] },
  );
  const { icons } = await read(owner);
  expect(icons.map(({ sizes }) => sizes)).toEqual(["192x192", "512x512"]);
  for (const { src, sizes, type } of icons) {
    const response = await app.visitor().request(src);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
    const { width, height, format } = await sharp(new Uint8Array(await response.arrayBuffer())).metadata();
    expect([`${width}x${height}`, format]).toEqual([sizes, "png"]);
    const tag = response.headers.get("etag") ?? "";
    expect((await app.visitor().request(src, { headers: { "if-none-match": tag } })).status).toBe(304);
    for (const odd of [
      src.replace(/\d+$/, "193"),
      src.replace(/\d+$/, "0192"),
      src.replace(/\d+$/, ""),
      src.replace(/faces\/[^/]+/, "faces/x"),
    ])
      expect([odd, (await app.visitor().request(odd)).status]).toEqual([odd, 404]);
  }
});
