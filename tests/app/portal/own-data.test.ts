import { HttpResponse, http } from "msw";
import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { newPortalClient } from "#tests/support/portal-client.ts";
import { uploadDocument } from "#tests/support/seeded-agent.ts";
import { readZip } from "#tests/support/zip.ts";

const test = newAgencyTest();

const me = "/client-portal/dashboard/me";

test("a person downloads a copy of their data, to be read and as named fields", async ({ app, agency, owner }) => {
  const { visitor, record } = await newPortalClient(app, agency, "Nora Lind");
  const { id } = await agency.addPackage();
  await agency.call("POST", "/opportunities", { clientId: record.id, packageId: id });
  for (const content of ["The roof is new.", "Hidden from clients."]) {
    const documentId = await uploadDocument(owner, { name: `${content.slice(0, 6)}.txt`, content }, `?package=${id}`);
    if (content.startsWith("The")) await agency.call("PATCH", `/documents/${documentId}`, { isClientVisible: true });
  }
  await agency.call("POST", "/messages", { clientId: record.id, body: "A note of mine.", kind: "note" });
  await agency.call("POST", "/messages", { clientId: record.id, body: "See <b>the roof</b>." });
  await visitor.open(me);
  const link = visitor.page.document.querySelector("a[download]")?.getAttribute("href") ?? "";
  const answer = await visitor.request(link);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/zip"]);
  const files = await readZip(await answer.arrayBuffer());
  expect(Object.keys(files)).toEqual(["index.html", "data.json", "files/The ro.txt"]);
  expect(files["files/The ro.txt"]).toBe("The roof is new.");
  expect(JSON.parse(files["data.json"] ?? "")).toMatchObject({
    person: [{ name: "Nora Lind", kept_by: expect.any(String) }],
    properties: [{ street: "12 Alder Lane" }],
    messages: [{ body: "See <b>the roof</b>.", is_own: false }],
    sign_ins: [{ signed_in_at: expect.any(String) }],
    documents: [{ label: "The ro.txt", file: "files/The ro.txt", sent_by_person: false }],
  });
  expect(files["index.html"]).toContain("See &lt;b&gt;the roof&lt;/b&gt;.");
  expect(files["index.html"]).toMatch(/^<!doctype html><html lang="en">.*href="files\/The%20ro.txt"/s);
});

test("owners and admins make the same copy for a client, without drafts and sign-ins, and the log says so", async ({
  app,
  agency,
  owner,
}) => {
  const { visitor, record } = await newPortalClient(app, agency, "Nora Lind");
  const tom = await agency.addPerson(record.id, { name: "Tom Lind", email: "tom@lind.example" });
  await visitor.open("/client-portal/dashboard/messages");
  await visitor.submit({ body: "We like it." }, { form: "main form", button: "Send message" });
  await visitor.submit({ body: "Not sent yet." }, { form: "main form", button: "Save draft" });
  const link = (await owner.open(`/clients/${record.id}`)).document.querySelector('a[href$="/copy.zip"]');
  const copyOf = async (path: string) => {
    const files = await readZip(await (await owner.request(path)).arrayBuffer());
    return files["data.json"] ?? "";
  };
  const nora = await copyOf(link?.getAttribute("href") ?? "");
  expect(JSON.parse(nora)).toMatchObject({ messages: [{ body: "We like it.", is_own: true }] });
  expect(nora).not.toMatch(/Not sent yet|sign_ins|drafts/);
  expect(JSON.parse(await copyOf(`/clients/${record.id}/copy.zip?person=${tom.id}`))).toMatchObject({
    person: [{ name: "Tom Lind", email: "tom@lind.example" }],
    messages: [{ body: "We like it.", is_own: false }],
  });
  expect((await owner.open("/settings/activity")).text.split("Copy of their data made for them")).toHaveLength(3);
  for (const role of ["manager", "member"] as const) {
    const { visitor: other } = await agency.join(role);
    expect((await other.request(`/clients/${record.id}/copy.zip`)).status, role).toBe(403);
  }
});

test("a service that answers nothing to who asks for a copy is at fault, and not the page", async ({
  app,
  agency,
  owner,
}) => {
  const { id } = await agency.addClient();
  for (const status of [200, 204]) {
    app.use(http.post("*/api/clients/:id/copies", () => new HttpResponse(null, { status })));
    expect((await owner.request(`/clients/${id}/copy.zip`)).status, String(status)).toBe(502);
  }
});

test("who asks to be deleted reads before what goes and what stays, and can take it back until it is done", async ({
  app,
  agency,
  owner,
}) => {
  const { visitor, record } = await newPortalClient(app, agency, "Nora Lind");
  await visitor.open(me);
  const page = await visitor.follow("Ask to be deleted");
  expect(page.text).toMatch(/What is deleted for good.*The documents you sent.*What stays.*must be kept.*keeps them/);
  const asked = await visitor.submit({}, { button: "Ask to be deleted" });
  expect(asked.text).toMatch(/Your request is sent\..*You asked to be deleted on/);
  await visitor.send(`${me}/deletion`, new URLSearchParams());
  expect((await owner.open(`/clients/${record.id}`)).text.split("Asks to be deleted")).toHaveLength(2);
  expect((await owner.open("/")).text).toMatch(/Needs attention.*Asks to be deleted.*Nora Lind/);
  await visitor.open(`${me}/deletion`);
  const back = await visitor.submit({}, { button: "Take it back" });
  expect(back.text).toContain("Your request is taken back. Nothing is deleted.");
  expect((await owner.open(`/clients/${record.id}`)).text).not.toContain("Asks to be deleted");
});

test("staff who look get no copy and see neither button", async ({ app, agency, owner }) => {
  const { record } = await newPortalClient(app, agency);
  await owner.open(`/clients/${record.id}/portal/view`);
  const { url } = await owner.submit({}, { button: "Open the portal" });
  const page = await owner.open(`${url.pathname}/me`);
  expect(page.text).not.toContain("Ask to be deleted");
  expect((await owner.open(`${url.pathname}/me/copy.zip`)).status).toBe(404);
  expect((await owner.send(`${url.pathname}/me/deletion`, new URLSearchParams())).status).toBe(403);
});

test("the home page shows what is new until it is opened", async ({ app, agency, owner }) => {
  const { visitor, record } = await newPortalClient(app, agency);
  const { id } = await agency.addPackage();
  await agency.call("POST", "/opportunities", { clientId: record.id, packageId: id });
  const documentId = await uploadDocument(owner, { name: "Plan.txt", content: "a" }, `?package=${id}`);
  await agency.call("PATCH", `/documents/${documentId}`, { isClientVisible: true });
  const home = "/client-portal/dashboard";
  expect((await visitor.open(home)).text).toMatch(/New for you.*12 Alder Lane.*Plan\.txt/);
  const headers = { "sec-fetch-site": "same-origin", "sec-fetch-user": "?1" };
  await visitor.request(`${home}/properties/${id}`, { headers });
  expect((await visitor.open(home)).text).toMatch(/New for you(?!.*Property).*Plan\.txt.*12 Alder Lane/);
  await visitor.request(`${home}/documents/${documentId}`, { headers });
  expect((await visitor.open(home)).text).not.toContain("New for you");
});
