import { expect } from "vitest";
import { latchkey } from "#app/json-api/service.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { newPortalClient } from "#tests/support/portal-client.ts";
import { uploadDocument } from "#tests/support/seeded-agent.ts";

const test = newAgencyTest();

const paper = (name: string) => ({ name, content: "A paper." });

test("a document is kept on devices and not kept any more, and its row, its page and the log say so", async ({
  owner,
}) => {
  const id = await uploadDocument(owner, paper("plan.txt"));
  const page = await owner.open(`/documents/${id}`);
  expect(page.text).toContain("Kept on devicesNo");
  await owner.follow("Keep on devices");
  const kept = await owner.submit({}, { button: "Keep on devices" });
  expect(kept.url.pathname).toBe(`/documents/${id}`);
  expect(kept.text).toContain("plan.txt is now kept on devices.");
  expect(kept.text).toContain("Kept on devicesYes");
  for (const list of ["/documents", "/documents?search=plan"])
    expect((await owner.open(list)).text).toContain("On devices");
  expect((await owner.open("/activity")).text).toMatch(/Document changed.*Kept on devices/);

  await owner.open(`/documents/${id}/keeping`);
  expect((await owner.submit({}, { button: "Don't keep on devices" })).text).toContain(
    "plan.txt is no longer kept on devices.",
  );
  expect((await owner.open("/documents")).text).not.toContain("On devices");
});

test("what was changed meanwhile is not turned round", async ({ agency, owner }) => {
  const id = await uploadDocument(owner, paper("plan.txt"));
  await owner.open(`/documents/${id}/keeping`);
  await agency.call("PATCH", `/documents/${id}`, { isKeptOnDevices: true });
  const answer = await owner.submit({}, { button: "Keep on devices" });
  expect(answer.status).toBe(409);
  expect((await owner.open(`/documents/${id}`)).text).toContain("Kept on devicesYes");
});

test("clients see nothing of it, and whoever may not edit the document is not offered it", async ({
  app,
  agency,
  owner,
}) => {
  const { visitor: client, record } = await newPortalClient(app, agency);
  const id = await uploadDocument(owner, paper("plan.txt"), `?client=${record.id}`);
  await agency.call("PATCH", `/documents/${id}`, { isKeptOnDevices: true, isClientVisible: true });
  const theirs = await client.open("/client-portal/dashboard/documents");
  expect(theirs.text).toContain("plan.txt");
  expect(theirs.html).not.toMatch(/devices|kept/i);
  const { visitor: reader } = await agency.join("instructor");
  const seen = await reader.open(`/documents/${id}`);
  expect(seen.html).not.toContain(`/documents/${id}/keeping`);
  expect((await reader.open(`/documents/${id}/keeping`)).status).toBe(403);
});

test("it is not offered by a service that does not know it", async ({ app, owner }) => {
  const id = await uploadDocument(owner, paper("plan.txt"));
  app.meetCalls(async (_request, forward) => {
    const response = await forward();
    if (!response.headers.get("content-type")?.includes("json")) return response;
    const text = (await response.text()).replaceAll(/"is_kept_on_devices":(true|false),?/g, "");
    return new Response(text, response);
  });
  expect(latchkey.isWhole).toBe(true);
  const page = await owner.open(`/documents/${id}`);
  expect(page.text).toContain("plan.txt");
  expect(page.text).not.toMatch(/on devices/i);
  expect((await owner.open(`/documents/${id}/keeping`)).url.pathname).toBe(`/documents/${id}`);
});
