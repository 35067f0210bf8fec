import { http } from "msw";
import { expect } from "vitest";
import { z } from "zod";
import { honeypotField } from "#app/session/hidden-fields.ts";
import type { Agency } from "#tests/support/agency.ts";
import { sharedAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import { weightOf } from "#tests/support/client-page-weight.ts";
import { summarize } from "#tests/support/inspecting.ts";
import { addPhotos, uploadDocument } from "#tests/support/seeded-agent.ts";
import type { Visit, Visitor } from "#tests/support/visitor.ts";
import { linkOf, messagesOn, rowsOn } from "../page-reading.ts";

const test = sharedAgencyTest();

const made = z.object({ data: z.object({ id: z.string(), attributes: z.object({ url_token: z.string() }) }) });

async function newLink(agency: Agency, attributes: object = {}, facts: object = {}) {
  const { id: packageId } = await agency.addPackage({ city: "Seattle", baths: 2.5, ...facts });
  const given = { packageId, label: "For the Lindqvists", folderIds: [], includesUnfiled: true, ...attributes };
  const { data } = made.parse(await agency.call("POST", "/share_links", given));
  return { id: data.id, packageId, token: data.attributes.url_token, path: `/shared/${data.attributes.url_token}` };
}

const counts = z.object({
  data: z.object({ attributes: z.object({ opened_count: z.number(), fetched_count: z.number() }) }),
});
const viewsOf = async (agency: Agency, id: string) =>
  Object.values(counts.parse(await agency.call("GET", `/share_links/${id}`)).data.attributes).slice(0, 2);

async function open(visitor: Visitor, path: string, fields: Readonly<Record<string, string>> = {}): Promise<Visit> {
  await visitor.open(path);
  return visitor.submit(fields, { button: "Open" });
}

test("only the button opens a link and counts as a person", async ({ app, agency }) => {
  const { id, path, packageId } = await newLink(agency, {}, { listPrice: { amount: "895000", currency: "USD" } });
  const visitor = app.visitor();
  const asked = await visitor.open(path);
  await app.visitor().request(path, { method: "HEAD" });
  await app.visitor().request(path, { headers: { "sec-purpose": "prefetch" } });
  expect(asked.text).toContain("For the Lindqvists");
  expect(asked.text).toContain("Harbour Homes has shared a property with you.");
  expect(asked.text).not.toContain("12 Alder Lane");
  expect(asked.html).not.toContain("<script");
  expect((await visitor.open(`${path}/view`)).url.pathname).toBe(path);
  expect((await viewsOf(agency, id)).toSorted()).toEqual([0, 4]);
  const page = await visitor.submit({}, { button: "Open" });
  expect(page.url.pathname).toBe(`${path}/view`);
  for (const text of [
    "12 Alder Lane",
    "Seattle",
    "List price$895,000",
    "Baths2.5",
    "Ada Marsh",
    "Ask about this property",
  ])
    expect(page.text).toContain(text);
  expect(page.html).not.toContain("<script");
  expect(page.html).not.toContain(packageId);
  expect(page.text).toContain("Equal Housing");
  const message = page.document.querySelector('a[href^="mailto:"]')?.getAttribute("href");
  expect(message).toMatch(/^mailto:[^@]+@agency\.example$/);
  // From now on the address leads there.
  expect((await visitor.open(path)).url.pathname).toBe(`${path}/view`);
  expect((await viewsOf(agency, id)).toSorted()).toEqual([1, 4]);
});

test("a link speaks Spanish to browsers that ask for it, and to those who choose it", async ({ app, agency }) => {
  const { path } = await newLink(agency, { passcode: "maple-7" }, { beds: 3 });
  const headers = { "accept-language": "es-MX,es;q=0.9,en;q=0.5" };
  const asked = await (await app.visitor().request(path, { headers })).text();
  expect(asked).toMatch(/<html lang="es">.*Harbour Homes ha compartido una propiedad con usted\./s);
  const visitor = app.visitor();
  await visitor.open(path);
  const chosen = await visitor.follow("Español");
  expect([chosen.url.search, chosen.html.includes('<html lang="es">')]).toEqual(["", true]);
  const wrong = await visitor.submit({ passcode: "birch-99" }, { button: "Abrir" });
  expect(messagesOn(wrong)).toEqual(["Esa clave no es correcta."]);
  const page = await visitor.submit({ passcode: "maple-7" }, { button: "Abrir" });
  expect(page.text).toContain("Pregunte por esta propiedad");
  expect(page.text).toContain("Dormitorios3");
  const lost = await visitor.open(`${path}/documents/${crypto.randomUUID()}/summary`);
  expect([lost.status, lost.text]).toEqual([404, expect.stringContaining("No encontramos esta página")]);
});

test("pages of a link have the portal's sheet, at most 8 kB, and no script, with all of a page's documents", async ({
  app,
  agency,
}) => {
  const { path, packageId } = await newLink(agency, {}, { beds: 3, listPrice: { amount: "895000", currency: "USD" } });
  const id = await addDocument(app, agency, packageId, "Document 0.txt", "0");
  await app.database.pool.query(
    `INSERT INTO upstream.documents (workspace_id, package_id, label, label_key, file_id, mime, kind, size, search_text)
     SELECT workspace_id, package_id, 'Inspection report of the ' || n || ' th visit', 'paper ' || n, file_id, mime, kind,
       size, search_text
     FROM upstream.documents, generate_series(10, 40) n WHERE id = $1`,
    [id],
  );
  const visitor = app.visitor();
  const pages = [await visitor.open(path), await open(visitor, path), await visitor.open(`/shared/${"A".repeat(43)}`)];
  for (const page of pages) expect([page.url.pathname, weightOf(page) <= 8000]).toEqual([page.url.pathname, true]);
});

test("what was released to clients is shown where the link says so, and to the client whose link it is", async ({
  app,
  agency,
  owner,
}) => {
  const { id, path, packageId } = await newLink(agency);
  await agency.call("POST", "/findings", { packageId, system: "Roof", severity: "safety", title: "The chimney leans" });
  const visitor = app.visitor();
  const isShown = async (look: Visitor, address: string) =>
    (await look.open(`${address}/view`)).text.includes("The chimney leans");
  await open(visitor, path);
  await agency.call("PATCH", `/share_links/${id}`, { includesReleased: true });
  // Not before it is released.
  expect(await isShown(visitor, path)).toBe(false);
  await owner.open(`/packages/${packageId}/portal`);
  await owner.submit({ findings: ["on"] }, { button: "Save changes" });
  expect(await isShown(visitor, path)).toBe(true);
  await agency.call("PATCH", `/share_links/${id}`, { includesReleased: false });
  expect(await isShown(visitor, path)).toBe(false);
  await owner.open(`/packages/${packageId}/shares/${id}/edit`);
  const changed = await owner.submit({ includesReleased: ["on"] }, { button: "Save changes" });
  expect(changed.text).toContain("Costs, findings and comparables");
  expect(await isShown(visitor, path)).toBe(true);

  const client = await agency.addClient({ name: "Otto Plain", email: "otto.released@buyer.example" });
  await owner.open(`/packages/${packageId}/shares/clients?clients=${client.id}`);
  await owner.submit({ invites: [] }, { button: "Share with 1 client, send 1 email" });
  const mail = (await app.mailer.recent(50)).find(({ to }) => to === "otto.released@buyer.example");
  const theirs = /\/shared\/[\w-]{43}/.exec(mail?.text ?? "")?.[0] ?? "";
  const otto = app.visitor();
  await open(otto, theirs);
  expect(await isShown(otto, theirs)).toBe(true);
});

test("a double click opens a link once", async ({ app, agency }) => {
  const { id, path } = await newLink(agency);
  const visitor = app.visitor();
  await visitor.open(path);
  const fields = new URLSearchParams();
  for (const input of visitor.page.document.querySelectorAll("main form input"))
    fields.append(input.getAttribute("name") ?? "", input.getAttribute("value") ?? "");
  const headers = { "content-type": "application/x-www-form-urlencoded", origin: app.origin };
  const post = () => app.visitor().request(path, { method: "POST", headers, body: fields.toString() });
  const answers = await Promise.all([post(), post(), post()]);
  const cookies = answers.map(({ status, headers: sent }) => [status, sent.getSetCookie()[0]?.split(";")[0]]);
  expect(new Set(cookies.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(cookies[0]?.[0]).toBe(303);
  expect((await viewsOf(agency, id)).toSorted()).toEqual([1, 1]);
  const [cookie] = answers[0]?.headers.getSetCookie() ?? [];
  expect(cookie).toContain(`; Path=${path}; `);
  expect(cookie).toContain("HttpOnly; SameSite=Lax");
});

test("a filled honeypot opens nothing", async ({ app, agency }) => {
  const { id, path } = await newLink(agency);
  const visitor = app.visitor();
  expect((await open(visitor, path, { [honeypotField]: "https://spam.example" })).status).toBe(400);
  expect((await viewsOf(agency, id)).toSorted()).toEqual([0, 1]);
  expect((await visitor.open(`${path}/view`)).url.pathname).toBe(path);
});

test("a passcode is required, never echoed, and its tries are limited", async ({ app, agency }) => {
  const { path } = await newLink(agency, { passcode: "maple-7" });
  const visitor = app.visitor();
  const empty = await open(visitor, path);
  expect([empty.status, messagesOn(empty)]).toEqual([400, ["Enter the passcode."]]);
  const wrong = await visitor.submit({ passcode: "birch-99" }, { button: "Open" });
  expect([wrong.status, messagesOn(wrong)]).toEqual([400, ["That passcode isn't right."]]);
  expect(wrong.html).not.toContain("birch-99");
  const right = await visitor.submit({ passcode: "maple-7" }, { button: "Open" });
  expect(right.url.pathname).toBe(`${path}/view`);
  const other = app.visitor();
  let last = await open(other, path, { passcode: "wrong 0" });
  for (let attempt = 1; attempt < 10; attempt += 1) {
    last = await other.submit({ passcode: `wrong ${attempt}` }, { button: "Open" });
  }
  expect([last.status, messagesOn(last)]).toEqual([429, ["Too many wrong passcodes. Try again in an hour."]]);
});

test("a revoked or expired link says so, also to people who had it open", async ({ app, agency }) => {
  const { id, path } = await newLink(agency);
  const visitor = app.visitor();
  await open(visitor, path);
  const stale = app.visitor();
  await stale.open(path);
  await agency.call("POST", `/share_links/${id}/revocation`);
  for (const below of ["/view", `/photos/${crypto.randomUUID()}`, `/documents/${crypto.randomUUID()}`, ""]) {
    const page = await visitor.open(path + below);
    expect([page.status, page.url.pathname], below).toEqual([410, path]);
    expect(page.text).toContain("This link no longer works");
    expect(page.text).toContain("The person who shared it has turned it off.");
  }
  expect((await stale.submit({}, { button: "Open" })).status).toBe(410);
  const ended = await newLink(agency);
  await app.database.pool.query("UPDATE upstream.share_links SET expires_at = now() WHERE id = $1", [ended.id]);
  const page = await app.visitor().open(ended.path);
  expect([page.status, page.text.includes("It has expired.")]).toEqual([410, true]);
});

test("an unknown link says so", async ({ app }) => {
  for (const token of ["A".repeat(43), "short", "%00"]) {
    const page = await app.visitor().open(`/shared/${token}`);
    expect([page.status, page.text.includes("Check that you copied the whole address")], token).toEqual([404, true]);
    expect((await app.visitor().open(`/shared/${token}/view`)).status, token).toBe(404);
  }
});

test("documents are viewed and downloaded as far as the link allows", async ({ app, agency }) => {
  const { id, path, packageId } = await newLink(agency);
  const note = await addDocument(app, agency, packageId, "Größe (2).txt", "0123456789");
  const page = await addDocument(app, agency, packageId, "page.html", "<!doctype html><script>x()</script>");
  const visitor = app.visitor();
  const view = await open(visitor, path);
  expect(linkOf(view, "Größe (2).txt")).toBe(`${path}/documents/${note}`);
  expect(linkOf(view, "page.html")).toBeUndefined();
  expect(view.text).toContain("10 B");
  const shown = await visitor.request(`${path}/documents/${note}`);
  expect(await shown.text()).toBe("0123456789");
  expect(shown.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(shown.headers.get("content-disposition")).toBe(
    `inline; filename="Gr__e (2).txt"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%282%29.txt`,
  );
  const part = await visitor.request(`${path}/documents/${note}`, { headers: { range: "bytes=2-4" } });
  expect([part.status, await part.text(), part.headers.get("content-range")]).toEqual([206, "234", "bytes 2-4/10"]);
  const known = { "if-none-match": shown.headers.get("etag") ?? "" };
  expect((await visitor.request(`${path}/documents/${note}`, { headers: known })).status).toBe(304);
  const saved = await visitor.request(`${path}/documents/${page}`);
  expect(await saved.text()).toContain("<script>");
  expect(saved.headers.get("content-disposition")).toBe('attachment; filename="page.html"');
  expect(saved.headers.get("content-type")).toBe("application/octet-stream");
  // As staff save it.
  const hidden = await addDocument(app, agency, packageId, ".hidden", "x");
  const unseen = await visitor.request(`${path}/documents/${hidden}`);
  expect(unseen.headers.get("content-disposition")).toContain('filename="_hidden"');
  await agency.call("PATCH", `/share_links/${id}`, { allowsDownload: false });
  const looked = await visitor.open(`${path}/view`);
  expect(looked.text).toContain("Can't be viewed here");
  expect(looked.text).not.toContain("Download");
  expect((await visitor.request(`${path}/documents/${note}?download=true`)).status).toBe(403);
  expect((await visitor.request(`${path}/documents/${crypto.randomUUID()}`)).status).toBe(404);
  // Somebody who has not opened the link is asked first.
  const stranger = await app.visitor().open(`${path}/documents/${note}`);
  expect(stranger.url.pathname).toBe(path);
});

test("many documents are shown by pages", async ({ app, agency }) => {
  const { path, packageId } = await newLink(agency);
  const id = await addDocument(app, agency, packageId, "Document 0.txt", "0");
  await app.database.pool.query(
    `INSERT INTO upstream.documents (workspace_id, package_id, label, label_key, file_id, mime, kind, size, search_text)
     SELECT workspace_id, package_id, 'Paper ' || n, 'paper ' || n, file_id, mime, kind, size, search_text
     FROM upstream.documents, generate_series(10, 34) n WHERE id = $1`,
    [id],
  );
  const visitor = app.visitor();
  const first = await open(visitor, path);
  expect([first.text.includes("Paper 33"), linkOf(first, "Earlier documents")]).toEqual([true, undefined]);
  const second = await visitor.follow("More documents");
  expect([second.text.includes("Paper 34"), linkOf(second, "More documents")]).toEqual([true, undefined]);
  expect((await visitor.follow("Earlier documents")).url.search).toBe("");
});

test("an approved summary is shown with its document until it is hidden", async ({ app, agency }) => {
  const { path, packageId } = await newLink(agency);
  const { visitor: agent } = agency.owner;
  const content = "The roof leaks at the chimney and must be repaired before May 1.";
  const id = await uploadDocument(agent, { name: "Roof.txt", content }, `?package=${packageId}`);
  await summarize(agent, id);
  const visitor = app.visitor();
  expect(linkOf(await open(visitor, path), "Summary")).toBe(undefined);
  const address = `${path}/documents/${id}/summary`;
  expect((await visitor.open(address)).status).toBe(404);
  await agent.open(`/documents/${id}/summary/approval`);
  await agent.submit({}, { button: "Approve for clients" });
  expect(linkOf(await visitor.open(`${path}/view`), "Summary")).toBe(address);
  const page = await visitor.open(address);
  expect(rowsOn(page, "Points")).toEqual([`${content} Page 1`]);
  expect(page.text).toContain("Read the document itself");
  expect(page.html).not.toContain("<script");
  // Whoever has not opened the link is asked first.
  expect((await app.visitor().open(address)).url.pathname).toBe(path);
  await agent.open(`/documents/${id}/summary/approval/removal`);
  await agent.submit({}, { button: "Hide from clients" });
  expect((await visitor.open(address)).status).toBe(404);
});

test("no token of a link is logged in any failure", async ({ app, agency }) => {
  const { token, path } = await newLink(agency);
  await app.visitor().open(path);
  app.use(http.all("*", () => new Response("oops", { status: 500 })));
  const failed = await app.visitor().open(path);
  app.resetHandlers();
  expect(failed.status).toBe(503);
  expect(app.logged()).toContain("/shared_packages/[hidden]");
  expect(app.logged()).not.toContain(token);
});

const identified = z.object({ data: z.object({ id: z.string() }) });
const ticket = z.object({
  upload_uri: z.string(),
  storage_uri: z.string(),
  upload_fields: z.record(z.string(), z.string()),
});

/** Uploads a file and lays it beside the package's folders. Gives the document's id. */
async function addDocument(
  app: Application,
  agency: Agency,
  packageId: string,
  name: string,
  content: string,
): Promise<string> {
  const announced = { name, mime: "text/plain", size: content.length };
  const { upload_uri, storage_uri, upload_fields } = ticket.parse(
    await agency.call("POST", "/files/presigned_posts", announced),
  );
  const body = new FormData();
  for (const [field, value] of Object.entries(upload_fields)) body.append(field, value);
  body.append("file", new Blob([content]), "blob");
  await app.forward(new Request(upload_uri, { method: "POST", body }));
  const file = { ...announced, uri: storage_uri, storageKey: upload_fields.key };
  const { data } = identified.parse(await agency.call("POST", "/files", file));
  return identified.parse(await agency.call("POST", "/documents", { packageId, fileId: data.id })).data.id;
}

/** What a chat program reads of a link. */
async function tagsOf(visitor: Visitor, path: string): Promise<Readonly<Record<string, string>>> {
  const { html } = await visitor.open(path);
  const tags = html.matchAll(/<meta property="(og:[\w:]+)" content="([^"]*)"/g);
  return Object.fromEntries([...tags].map(([, name = "", content = ""]) => [name, content] as const));
}

test("a chat program shows a link's address, photo and agency, and counts as no view", async ({
  app,
  agency,
  owner,
}) => {
  const { id, packageId, token, path } = await newLink(agency, {}, { state: "WA", zip: "98103" });
  const photo = await addPhotos(owner, packageId, { caption: "Front" });
  const chat = app.visitor();
  const tags = await tagsOf(chat, path);
  expect(tags).toMatchObject({
    "og:title": "12 Alder Lane, Seattle WA 98103",
    "og:site_name": "Harbour Homes",
    "og:url": expect.stringMatching(new RegExp(`^https?://.+${path}$`)),
  });
  const image = new URL(tags["og:image"] ?? "").pathname;
  for (const secret of [token, photo, packageId]) expect(image).not.toContain(secret);
  const picture = await app.visitor().request(image);
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, expect.stringMatching(/^image\//)]);
  expect((await viewsOf(agency, id)).toSorted()).toEqual([0, 1]);
  // Nothing else is at that address, and it ends with the link.
  const forged = image.replace(/.{4}$/, "AAAA");
  expect((await app.visitor().request(forged)).status).toBe(404);
  await agency.call("PATCH", `/share_links/${id}`, { passcode: "maple-7" });
  expect((await app.visitor().request(image)).status).toBe(404);
});

test("of a link with a passcode a chat program shows the agency alone", async ({ app, agency, owner }) => {
  const { packageId, path } = await newLink(agency, { passcode: "maple-7" });
  await addPhotos(owner, packageId, { caption: "Front" });
  const tags = await tagsOf(app.visitor(), path);
  expect(tags).toMatchObject({ "og:title": "Harbour Homes", "og:site_name": "Harbour Homes" });
  expect(JSON.stringify(tags)).not.toMatch(/og:image|12 Alder Lane|Lindqvist/);
});

test("a link to a property without photos, and one that has ended, show no picture", async ({ app, agency }) => {
  const { id, path } = await newLink(agency);
  expect(await tagsOf(app.visitor(), path)).not.toHaveProperty("og:image");
  await agency.call("POST", `/share_links/${id}/revocation`, {});
  expect(await tagsOf(app.visitor(), path)).toEqual({});
});
