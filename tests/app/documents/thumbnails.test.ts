import { randomUUID } from "node:crypto";
import { http } from "msw";
import sharp from "sharp";
import { expect, vi } from "vitest";
import { sharedAgencyTest } from "#tests/support/app-test.ts";
import { hugePicture } from "#tests/support/odd-pictures.ts";
import { uploadDocument } from "#tests/support/seeded-agent.ts";
import type { Visitor } from "#tests/support/visitor.ts";

const test = sharedAgencyTest();

const png = "image/png";

/** The answer to a thumbnail's request once it is drawn. */
const drawn = (owner: Visitor, source: string) =>
  vi.waitFor(
    async () => {
      const response = await owner.request(source);
      expect(response.headers.get("cache-control")).not.toBe("private, no-store");
      return response;
    },
    { timeout: 20_000 },
  );

async function uploadPicture(owner: Visitor, name: string): Promise<string> {
  const bytes = await sharp({ create: { width: 600, height: 400, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  return uploadDocument(owner, { name, content: new Uint8Array(bytes), type: png });
}

test("thumbnails are cached for an hour at a URL that changes with the version", async ({ owner }) => {
  const id = await uploadPicture(owner, "front.png");
  const { document } = await owner.open("/documents?q=front");
  const source = document.querySelector(".finds img")?.getAttribute("src") ?? "";
  expect(source).toBe(`/documents/${id}/thumbnail?v=1&type=PNG`);
  const response = await drawn(owner, source);
  expect(response.headers.get("content-type")).toBe("image/webp");
  expect(response.headers.get("cache-control")).toBe("private, max-age=3600");
  const { width } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  expect(width).toBe(480);
});

const late: Readonly<Record<string, () => Promise<Response>>> = {
  "that are not drawn yet": async () => new Response(null, { status: 202 }),
  "that hang": () => new Promise(() => {}),
  "that the service refuses for a while": async () => new Response("", { status: 503 }),
};

test.for(Object.entries(late))(
  "thumbnails %s are an icon of the type, which no browser keeps",
  async ([, answer], { app, owner }) => {
    const id = await uploadPicture(owner, `Late${randomUUID().slice(0, 8)}.png`);
    app.pretend({ service: "hurried" });
    app.use(http.get("*/thumbnail", answer));
    const start = performance.now();
    const icon = await owner.request(`/documents/${id}/thumbnail?v=1&type=PNG`);
    expect(performance.now() - start).toBeLessThan(1_500);
    const { headers } = icon;
    expect([icon.status, headers.get("content-type"), headers.get("cache-control"), headers.get("etag")]).toEqual([
      200,
      "image/svg+xml",
      "private, no-store",
      null,
    ]);
    // The width by which the page's script knows to ask again.
    expect(await icon.text()).toMatch(/^<svg [^>]*width="32" height="24">.*>PNG</);
    app.resetHandlers();
    expect((await drawn(owner, `/documents/${id}/thumbnail?v=1&type=PNG`)).headers.get("content-type")).toBe(
      "image/webp",
    );
  },
);

test("thumbnails have an icon that takes nothing over from the address but a type", async ({ app, owner }) => {
  const id = await uploadPicture(owner, `Odd${randomUUID().slice(0, 8)}.png`);
  app.use(http.get("*/thumbnail", () => new Response(null, { status: 202 })));
  const odd = encodeURIComponent("<script>alert(1)</script>");
  const icon = await owner.request(`/documents/${id}/thumbnail?type=${odd}`);
  expect(await icon.text()).not.toMatch(/script|alert/);
});

test("thumbnails of damaged files are a placeholder", async ({ owner }) => {
  const content = new Uint8Array([
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52, 1, 2, 3,
  ]);
  const id = await uploadDocument(owner, { name: "broken.png", content, type: png });
  const { status, headers } = await drawn(owner, `/documents/${id}/thumbnail`);
  expect([status, headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
});

test("a picture that claims 50,000 × 50,000 pixels gets a placeholder", async ({ owner }) => {
  const id = await uploadDocument(owner, { name: "bomb.png", content: hugePicture(), type: png });
  expect((await drawn(owner, `/documents/${id}/thumbnail`)).headers.get("content-type")).toBe("image/svg+xml");
  expect(await (await drawn(owner, `/documents/${id}/thumbnail?size=large`)).text()).toMatch(/No preview.*too large/);
});
