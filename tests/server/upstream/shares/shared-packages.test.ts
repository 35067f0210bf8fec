import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { sweepViewings } from "#server/upstream/shares/live-link.ts";
import type { TestAnswer } from "#tests/support/answers.ts";
import { alderLane } from "#tests/support/records.ts";
import { fetchShared, newShare, openShared, share, viewerOf } from "#tests/support/sharing.ts";
import { addDocument, addPhoto, newFolder, newPackage } from "#tests/support/uploads.ts";
import type { TestPerson } from "#tests/support/upstream-service.ts";
import { upstreamTest } from "#tests/support/upstream-test.ts";

const test = upstreamTest({ clock: () => new Date(Date.now() + ahead) });
let ahead = 0;
const minute = 60_000;
const hour = 60 * minute;

const linkOf = async (owner: TestPerson, id: string) => (await owner.get(`/share_links/${id}`)).record.attributes;

function documentsOf({ record }: TestAnswer): readonly { id: string; label: string; folder: string }[] {
  const { documents } = record.attributes;
  return Array.isArray(documents) ? documents : [];
}

test("fetching is counted and opens nothing; opening is counted on its own, and shows the property", async ({
  service,
  owner,
}) => {
  const { id, packageId, token } = await newShare(owner);
  for (let fetched = 0; fetched < 3; fetched += 1) {
    const { record } = await fetchShared(service, token);
    expect(record.attributes).toEqual({
      label: "For the Lindqvists",
      workspace_name: "Harbour Homes",
      logo_id: null,
      foot: {
        description: null,
        brokerage: null,
        license_number: null,
        phone_number: null,
        website_url: null,
        privacy_url: null,
        terms_url: null,
      },
      has_passcode: false,
      preview: { address: "12 Alder Lane, Seattle", photo: null },
      expires_at: null,
    });
  }
  expect(await linkOf(owner, id)).toMatchObject({ fetched_count: 3, opened_count: 0, last_opened_at: null });
  expect((await service.send("GET", `/shared_packages/${token}/view`)).problem).toBe("401 viewing_required");
  const viewer = await viewerOf(service, token);
  const { record, text } = await viewer.get("/view");
  expect(record.attributes).toMatchObject({
    label: "For the Lindqvists",
    workspace_name: "Harbour Homes",
    agent: { name: "Ada Marsh", email: expect.stringContaining("@"), phone_number: null, photo_id: null },
    ...alderLane,
    city: "Seattle",
    baths: 2.5,
    beds: null,
    list_price: null,
    photos: [],
    allows_download: true,
    documents: [],
    documents_total: 0,
  });
  expect(text).not.toContain(packageId);
  await openShared(service, token);
  expect(await linkOf(owner, id)).toMatchObject({
    fetched_count: 3,
    opened_count: 2,
    last_opened_at: expect.any(String),
  });
  const events = (await owner.get(`/activities?filter[package_id]=${packageId}`)).records;
  // Two openings within the hour are one event, of somebody whom nobody knows.
  expect(events.map(({ attributes }) => [attributes.label, attributes.actor_name])).toEqual([
    ["Shared property opened", null],
    ["Link created", "Ada Marsh"],
    ["Property created", "Ada Marsh"],
  ]);
});

test("an unknown token is a 404 everywhere", async ({ service, owner }) => {
  const { token } = await newShare(owner);
  const viewer = await viewerOf(service, token);
  expect((await viewer.get("/view")).status).toBe(200);
  for (const wrong of [randomBytes(32).toString("base64url"), "x", `${token}x`, "%00", "..%2F"]) {
    expect((await fetchShared(service, wrong)).problem).toBe("404 not_found");
    expect((await openShared(service, wrong)).problem).toBe("404 not_found");
    expect((await service.send("GET", `/shared_packages/${wrong}/view`)).problem).toBe("404 not_found");
  }
});

test("who has opened one link has not opened another", async ({ service, owner }) => {
  const one = await newShare(owner);
  const other = await newShare(owner);
  const opened = await openShared(service, one.token);
  const headers = { "x-viewing-token": String(opened.record.attributes.viewing_token) };
  expect((await service.send("GET", `/shared_packages/${one.token}/view`, { headers })).status).toBe(200);
  expect((await service.send("GET", `/shared_packages/${other.token}/view`, { headers })).status).toBe(401);
});

test("a passcode is asked for, and ten wrong ones in an hour are enough", async ({ service, owner }) => {
  const { id, token } = await newShare(owner, { passcode: "maple-7" });
  expect((await fetchShared(service, token)).record.attributes.has_passcode).toBe(true);
  const place = "/data/attributes/passcode";
  expect((await openShared(service, token)).problem).toBe(`400 invalid_attribute ${place}`);
  const wrong = await openShared(service, token, "maple-8");
  expect(wrong.document.errors?.[0]).toMatchObject({
    detail: "That passcode isn't right.",
    source: { pointer: place },
  });
  expect((await openShared(service, token, " maple-7 ")).status).toBe(201);
  const more = await Promise.all(Array.from({ length: 12 }, () => openShared(service, token, "maple-9")));
  expect(more.map(({ status }) => status).toSorted()).toEqual([...Array(9).fill(400), 429, 429, 429]);
  const late = await openShared(service, token, "maple-7");
  expect(late.status).toBe(429);
  expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(3_500);
  ahead += hour + minute;
  expect((await openShared(service, token, "maple-7")).status).toBe(201);
  expect((await linkOf(owner, id)).opened_count).toBe(2);
});

test("another passcode is asked of those who gave the former one, too", async ({ service, owner }) => {
  const { id, token } = await newShare(owner, { passcode: "maple-7" });
  const viewer = await viewerOf(service, token, "maple-7");
  const patch = (attributes: object) =>
    owner.send("PATCH", `/share_links/${id}`, { type: "share_link", id, attributes });
  await patch({ label: "Renamed" });
  expect((await viewer.get("/view")).record.attributes.label).toBe("Renamed");
  await patch({ passcode: "birch-88" });
  expect((await viewer.get("/view")).problem).toBe("401 viewing_required");
  expect((await openShared(service, token, "maple-7")).status).toBe(400);
  expect((await openShared(service, token, "birch-88")).status).toBe(201);
  await patch({ passcode: null });
  expect((await openShared(service, token)).status).toBe(201);
});

test("a link ends at its end, and a viewing after half a day", async ({ service, owner }) => {
  const expiresAt = new Date(Date.now() + ahead + 24 * hour).toISOString();
  const { token } = await newShare(owner, { expiresAt });
  const viewer = await viewerOf(service, token);
  ahead += 12 * hour - minute;
  expect((await viewer.get("/view")).status).toBe(200);
  ahead += 2 * minute;
  expect((await viewer.get("/view")).status).toBe(401);
  expect(await sweepViewings(service.database.orm, new Date(Date.now() + ahead))).toBeGreaterThan(0);
  expect((await openShared(service, token)).status).toBe(201);
  ahead += 12 * hour;
  expect((await fetchShared(service, token)).problem).toBe("410 link_expired");
  expect((await openShared(service, token)).problem).toBe("410 link_expired");
});

test("it shows the documents in the chosen folders, at any depth, and nothing else", async ({ service, owner }) => {
  const { id: packageId } = await newPackage(owner);
  const folder = async (name: string, parentId?: string) =>
    (await newFolder(owner, { name, ...(parentId ? { parentId } : { packageId }) })).record.id;
  const add = async (label: string, place: object) =>
    (await addDocument(service, owner, { label, ...place }, { content: `This is ${label}.` })).record.id;
  const offers = await folder("Offers");
  const drafts = await folder("Drafts", offers);
  const hidden = await folder("Private");
  const within = await folder("Within private", hidden);
  await add("offer.txt", { folderId: offers });
  const draft = await add("draft.txt", { folderId: drafts });
  const secret = await add("secret.txt", { folderId: hidden });
  await add("deep.txt", { folderId: within });
  const loose = await add("loose.txt", { packageId });
  const trashed = await add("trashed.txt", { folderId: offers });
  await owner.send("POST", `/documents/${trashed}/trashing`);

  const seen = async (attributes: object) => {
    const { record } = await share(owner, packageId, attributes);
    const viewer = await viewerOf(service, String(record.attributes.url_token));
    return { viewer, shown: documentsOf(await viewer.get("/view")).map(({ label, folder: at }) => `${at}: ${label}`) };
  };
  expect((await seen({ folderIds: [] })).shown).toEqual([]);
  expect((await seen({ folderIds: [drafts] })).shown).toEqual(["Drafts: draft.txt"]);
  // Chosen twice, shown once, and by the path from the first that was chosen.
  const { viewer, shown } = await seen({ folderIds: [offers, drafts, within] });
  expect(shown).toEqual(["Offers: offer.txt", "Offers / Drafts: draft.txt", "Within private: deep.txt"]);
  expect((await seen({ folderIds: [hidden], includesUnfiled: true })).shown).toEqual([
    ": loose.txt",
    "Private: secret.txt",
    "Private / Within private: deep.txt",
  ]);
  const content = (id: string) => viewer.get(`/documents/${id}/content`);
  expect((await content(draft)).text).toBe("This is draft.txt.");
  for (const id of [secret, loose, trashed, "nonsense"]) expect((await content(id)).problem).toBe("404 not_found");
  await owner.send("POST", `/folders/${offers}/trashing`);
  expect((await content(draft)).problem).toBe("404 not_found");
  expect(documentsOf(await viewer.get("/view")).map(({ label }) => label)).toEqual(["deep.txt"]);
});

test("bytes are sent whole or in part; with downloads off, only types that can be viewed", async ({
  service,
  owner,
}) => {
  const { id, packageId, token } = await newShare(owner, { includesUnfiled: true });
  const note = (
    await addDocument(service, owner, { packageId, label: "Note" }, { name: "a.txt", content: "0123456789" })
  ).record.id;
  const page = { name: "page.html", content: "<!doctype html><script>x()</script>" };
  const html = (await addDocument(service, owner, { packageId }, page)).record.id;
  const viewer = await viewerOf(service, token);
  const get = (document: string, query = "", headers = {}) =>
    viewer.get(`/documents/${document}/content${query}`, headers);
  const whole = await get(note);
  expect(whole.text).toBe("0123456789");
  expect(whole.headers.get("content-disposition")).toBe('inline; filename="Note.txt"');
  expect(whole.headers.get("cache-control")).toBe("private, no-cache");
  const part = await get(note, "", { range: "bytes=2-4" });
  expect([part.status, part.text, part.headers.get("content-range")]).toEqual([206, "234", "bytes 2-4/10"]);
  const etag = whole.headers.get("etag") ?? "";
  expect((await get(note, "", { "if-none-match": etag })).status).toBe(304);
  expect((await get(note, "?download=true")).headers.get("content-disposition")).toMatch(/^attachment/);
  const saved = await get(html);
  expect(saved.headers.get("content-disposition")).toMatch(/^attachment/);
  expect(saved.headers.get("content-type")).toBe("application/octet-stream");
  const switched = { type: "share_link", id, attributes: { allowsDownload: false } };
  await owner.send("PATCH", `/share_links/${id}`, switched);
  expect((await get(note)).text).toBe("0123456789");
  expect((await get(note, "?download=true")).problem).toBe("403 forbidden");
  expect((await get(html)).problem).toBe("403 forbidden");
  await owner.send("POST", `/share_links/${id}/revocation`);
  expect((await get(note, "", { "if-none-match": etag })).problem).toBe("410 link_revoked");
});

test("documents are listed twenty-five at a time", async ({ service, owner }) => {
  const { packageId, token } = await newShare(owner, { includesUnfiled: true });
  const { id } = (await addDocument(service, owner, { packageId, label: "Document 000" })).record;
  await service.database.orm.execute(sql`
    insert into upstream.documents
      (workspace_id, package_id, label, label_key, file_id, mime, kind, size, search_text)
    select workspace_id, package_id, 'Document ' || lpad(n::text, 3, '0'), 'document ' || lpad(n::text, 3, '0'),
      file_id, mime, kind, size, search_text
    from upstream.documents, generate_series(1, 35) n where id = ${id}`);
  const viewer = await viewerOf(service, token);
  const first = await viewer.get("/view");
  expect([documentsOf(first).length, first.record.attributes.documents_total]).toEqual([25, 36]);
  const second = await viewer.get("/view?skip=25");
  expect(documentsOf(second).map(({ label }) => label)).toEqual(
    Array.from({ length: 11 }, (_, index) => `Document 0${25 + index}`),
  );
  const beyond = await viewer.get("/view?skip=500");
  expect([documentsOf(beyond), beyond.record.attributes.documents_total]).toEqual([[], 36]);
  expect((await viewer.get("/view?skip=-1")).status).toBe(400);
});

test("photos are only sent to visitors who have opened the link, in both sizes", async ({ service, owner }) => {
  const { packageId, token } = await newShare(owner);
  const viewer = await viewerOf(service, token);
  const { id } = await addPhoto(service, owner, packageId, { caption: "Front" });
  const other = await addPhoto(service, owner, (await newPackage(owner)).id);
  expect((await viewer.get("/view")).record.attributes.photos).toEqual([{ id, caption: "Front" }]);
  const photo = await viewer.get(`/photos/${id}`);
  expect([photo.status, photo.text, photo.headers.get("content-type")]).toEqual([200, "drawn", "image/webp"]);
  expect((await viewer.get(`/photos/${id}?size=small`)).text).toBe("small");
  for (const elsewhere of [other.id, crypto.randomUUID(), "1"])
    expect((await viewer.get(`/photos/${elsewhere}`)).problem).toBe("404 not_found");
  expect((await service.send("GET", `/shared_packages/${token}/photos/${id}`)).status).toBe(401);
});
