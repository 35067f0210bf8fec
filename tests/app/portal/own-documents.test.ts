import { FormData } from "undici";
import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { newPortalClient } from "#tests/support/portal-client.ts";

const test = newAgencyTest();

const documents = "/client-portal/dashboard/documents";
const letter = new File(["We would lend you money."], "Pre-approval.txt", { type: "text/plain" });

test("a client sends a document, sees it, and the agent settles it", async ({ app, agency, owner }) => {
  const { visitor, record } = await newPortalClient(app, agency, "Nora Lind");
  await visitor.open(documents);
  const sent = await visitor.submit({}, { button: "Send document", files: [letter] });
  expect([sent.url.pathname, sent.status]).toEqual([documents, 200]);
  expect(sent.text).toContain("Your document is sent.");
  expect(sent.text).toContain("Pre-approval.txt");
  expect(sent.text).not.toContain("New");
  const address = sent.document.querySelector("main .lines a")?.getAttribute("href") ?? "";
  expect(await (await visitor.request(address)).text()).toBe("We would lend you money.");

  expect((await owner.open("/")).text).toMatch(/Sent by clients.*Document: Pre-approval\.txt.*Nora Lind/);
  const page = await owner.open(`/clients/${record.id}`);
  expect(page.text).toMatch(/From the client.*Pre-approval\.txt.*Nora Lind \(client\)/);
  await owner.follow("Review");
  const settled = await owner.submit({}, { button: "Mark as done" });
  expect(settled.url.pathname).toBe(`/clients/${record.id}`);
  expect(settled.text).not.toContain("From the client");
});

test("the same form sent twice keeps one document", async ({ app, agency }) => {
  const { visitor } = await newPortalClient(app, agency);
  const first = await visitor.open(documents);
  const key = first.document.querySelectorAll("main form input[type=hidden]");
  const fields = () => {
    const form = new FormData();
    for (const input of key) form.append(input.getAttribute("name") ?? "", input.getAttribute("value") ?? "");
    form.append("file", letter);
    return form;
  };
  await visitor.send(documents, fields());
  await visitor.send(documents, fields());
  const { document } = await visitor.open(documents);
  expect(document.querySelectorAll("main .lines > li")).toHaveLength(1);
});

test("without a file, or with one that is too large, the form says so in the person's language", async ({
  app,
  agency,
}) => {
  const { visitor } = await newPortalClient(app, agency);
  await visitor.open(documents);
  const none = await visitor.submit({}, { button: "Send document" });
  expect([none.status, none.text]).toEqual([400, expect.stringContaining("Choose a file first.")]);
  await visitor.open("/client-portal/dashboard/me");
  await visitor.submit({ language: "es" }, { button: "Save" });
  await visitor.open(documents);
  const large = new File([new Uint8Array(26 * 1024 ** 2)], "house.mov");
  const refused = await visitor.submit({}, { button: "Enviar documento", files: [large] });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("No pudimos guardar house.mov.");
});

test("staff who look see no form, and can send nothing", async ({ app, agency, owner }) => {
  const { record } = await newPortalClient(app, agency);
  await owner.open(`/clients/${record.id}/portal/view`);
  const look = await owner.submit({}, { button: "Open the portal" });
  const page = await owner.open(`${look.url.pathname}/documents`);
  expect(page.document.querySelector("main form")).toBeNull();
  const form = new FormData();
  form.append("file", letter);
  expect((await owner.send(`${look.url.pathname}/documents`, form)).status).toBe(403);
});
