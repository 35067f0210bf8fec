import { expect } from "vitest";
import { isAskedByPerson } from "#app/session/asked-by-person.server.ts";
import type { Agency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import { newPortalClient } from "#tests/support/portal-client.ts";
import { uploadDocument } from "#tests/support/seeded-agent.ts";
import type { Visitor } from "#tests/support/visitor.ts";

const test = newAgencyTest();

const click = { "sec-fetch-site": "same-origin", "sec-fetch-user": "?1" };

async function seed(app: Application, agency: Agency, owner: Visitor) {
  const client = await newPortalClient(app, agency, "Nora Lind");
  const { id } = await agency.addPackage();
  await agency.call("POST", "/opportunities", { clientId: client.record.id, packageId: id });
  const documentId = await uploadDocument(owner, { name: "Disclosure.txt", content: "Long text." }, `?package=${id}`);
  await agency.call("PATCH", `/documents/${documentId}`, { isClientVisible: true });
  const base = "/client-portal/dashboard";
  return {
    ...client,
    page: `${base}/properties/${id}`,
    file: `${base}/documents/${documentId}`,
    seen: async () => (await owner.open(`/clients/${client.record.id}`)).text,
    documents: async () => (await client.visitor.open(`${base}/documents`)).text,
  };
}

test("what a person opens by a click is shown on the client's page, and is no longer new", async ({
  app,
  agency,
  owner,
}) => {
  const { visitor, page, file, seen, documents } = await seed(app, agency, owner);
  expect(await seen()).toContain("2 never opened");
  expect(await documents()).toContain("Disclosure.txt New");
  await visitor.request(file, { headers: click });
  expect(await documents()).not.toContain("Disclosure.txt New");
  expect(await seen()).toContain("1 never opened");
  // An old browser, which says only where it comes from.
  await visitor.request(page, { headers: { referer: app.origin } });
  expect(await seen()).not.toContain("never opened");
});

test("scanners, prefetching, HEAD, the parts of a file and staff who look open nothing", async ({
  app,
  agency,
  owner,
}) => {
  const { visitor, record, page, file, seen } = await seed(app, agency, owner);
  for (const path of [page, file]) {
    for (let time = 0; time < 3; time += 1) await visitor.request(path);
    await visitor.request(path, { method: "HEAD", headers: click });
    await visitor.request(path, { headers: { ...click, "sec-purpose": "prefetch" } });
    await visitor.request(path, { headers: { ...click, range: "bytes=2-" } });
    await visitor.request(path, { headers: { referer: "https://mail.example/" } });
  }
  await owner.open(`/clients/${record.id}/portal/view`);
  const look = await owner.submit({}, { button: "Open the portal" });
  const base = look.url.pathname;
  await owner.request(page.replace("/client-portal/dashboard", base), { headers: click });
  await owner.request(file.replace("/client-portal/dashboard", base), { headers: click });
  expect(await seen()).toContain("2 never opened");
});

test("a request is a person's when it is a click, a form or the address bar", () => {
  const url = "https://latchkey.example/client-portal/dashboard";
  const asked = (headers: Record<string, string>, method = "GET") =>
    isAskedByPerson({ method, headers: new Headers(headers), url });
  expect(asked(click)).toBe(true);
  expect(asked({ ...click, "sec-fetch-site": "none" })).toBe(true);
  expect(asked({ referer: `${url}/properties` })).toBe(true);
  // As WebKitGTK and Safari ask, which have no sec-fetch-user.
  const safari = {
    "user-agent":
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
    "sec-fetch-site": "same-origin",
    "sec-fetch-mode": "navigate",
    "sec-fetch-dest": "document",
  };
  expect(asked(safari)).toBe(true);
  const chrome =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36";
  const others = [
    {},
    { ...safari, "user-agent": chrome },
    { ...safari, "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" },
    { ...safari, "sec-fetch-site": "cross-site" },
    { ...safari, "x-purpose": "preview" },
    { ...click, "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-origin" },
    { ...click, purpose: "prefetch" },
    { referer: "https://mail.example/" },
    { referer: "no address" },
  ];
  expect(others.map((headers) => asked(headers))).toEqual(others.map(() => false));
  expect(asked(click, "HEAD")).toBe(false);
});
