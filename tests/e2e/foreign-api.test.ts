import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectSound, openPage, type View } from "#tests/support/browser.ts";
import { describedForeignApi, type ForeignApi, startForeignApi } from "#tests/support/foreign-api.ts";
import { inviteByServer, runAccountCommand } from "#tests/support/invitations.ts";
import { type ServerProcess, startServer } from "#tests/support/server-process.ts";

// The records of somebody else's JSON:API service, with our own people: what it offers works, what it lacks says so.

const token = "a-token-of-their-own";

let api: ForeignApi;
let server: ServerProcess;
let dataDir = "";
const descriptions = mkdtempSync(join(tmpdir(), "latchkey-description-"));
/** Of the first owner's invitation. */
let path = "";
const person = { email: "ada@agents.example", password: "a quiet street 1843" };
const settings = () => ({
  DATA_DIR: dataDir,
  API_URL: api.baseUrl,
  API_IDENTITY: "embedded",
  API_TOKEN: token,
  API_WORKSPACE_ID: "tenant-7",
  API_SERVICE: join(descriptions, "service.json"),
});

beforeAll(async () => {
  api = await startForeignApi({ clients: 33, token });
  writeFileSync(join(descriptions, "service.json"), JSON.stringify(describedForeignApi));
  // Nothing is there yet, as on a new machine.
  dataDir = mkdtempSync(join(tmpdir(), "latchkey-"));
  // Before the server's first start: the command makes the database that is not there yet.
  path = await inviteByServer([person.email, "--new"], settings());
  server = await startServer(settings());
});
afterAll(async () => {
  await server.stop();
  for (const folder of [dataDir, descriptions]) rmSync(folder, { recursive: true, force: true });
  api.close();
});

const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const names = (page: Page) => page.locator("a.row-link").allTextContents();

const views: readonly View[] = [
  { scripts: "off", width: 390 },
  { scripts: "full", width: 1280 },
];

test("only whom the command invited gets in, by a page without scripts that a fetch does not use up", async () => {
  expect(server.output()).not.toMatch(/evergreen|Sign in as/);
  for (const address of ["/register/account", "/register"])
    expect((await fetch(server.origin + address)).status).toBe(403);
  await (await fetch(server.origin + path)).text();
  const { page, complaints } = await openPage({ scripts: "off", width: 390, origin: server.origin });
  await page.goto("/login/");
  await says(page, "You need an invitation.");
  expect(await page.content()).not.toMatch(/demo|evergreen/i);
  await page.goto(path);
  await page.getByLabel("Name", { exact: true }).fill("Ada Byron");
  await page.getByLabel("Workspace name").fill("Byron Homes");
  await page.getByLabel("Workspace url").fill("byron");
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Open my workspace" }).click();
  await page.waitForURL("**/dashboard");
  await page.goto(path);
  await says(page, "This link no longer works.");
  expect(complaints).toEqual([]);
});

test("the command runs beside the server, and says what is wrong in a sentence", async () => {
  const origin = { PUBLIC_ORIGIN: server.origin };
  const invited = await runAccountCommand(["bo@agents.example", "--workspace", "byron", "--role", "manager"], {
    ...settings(),
    ...origin,
  });
  expect(invited).toMatchObject({ code: 0, errors: "" });
  expect(invited.output).toContain(`bo@agents.example joins Byron Homes, as manager`);
  expect(invited.output).toContain(`${server.origin}/invitation/`);
  const nameless = await runAccountCommand(["cy@agents.example"], settings());
  expect(nameless).toMatchObject({
    code: 1,
    output: "",
    errors: expect.stringMatching(/^Name a workspace with .*byron/),
  });
});

describe.each(views)("with scripts $scripts at $width px", (view) => {
  test("an agent signs in, pages through clients, opens one and makes one", async () => {
    const { page, complaints } = await openPage({ ...view, origin: server.origin });
    await page.goto("/");
    await page.getByLabel("Email", { exact: true }).fill(person.email);
    await page.getByLabel("Password").fill(person.password);
    await page.getByRole("button", { name: "Login", exact: true }).click();
    await page.waitForURL("**/dashboard");
    // Our own people's house has records, too; they are not those that are counted here.
    expect(await page.locator(".tile").count()).toBe(0);
    expect(await page.locator("header .count").count()).toBe(0);
    await expectSound(page, view);

    await page.goto("/clients/");
    const first = await names(page);
    expect(first).toHaveLength(15);
    await expectSound(page, view);
    await page.getByRole("link", { name: "Next" }).click();
    await says(page, /Showing 16 to 30/);
    const second = await names(page);
    expect(second).toHaveLength(15);
    expect(second.filter((name) => first.includes(name))).toEqual([]);
    await page.getByRole("link", { name: "Previous" }).click();
    await says(page, /Showing 1 to 15/);
    expect(await names(page)).toEqual(first);

    const known = first.find((name) => name.startsWith("Client ")) ?? "";
    await page.getByRole("link", { name: known, exact: true }).click();
    await page.getByRole("heading", { level: 1, name: known }).waitFor();
    await says(page, "Old Town");
    // What the description does not have is not offered, and its address says so.
    for (const absent of ["Opportunities", "Activity", "Archive", "Messages", "Calendar"])
      expect(await page.getByRole("link", { name: absent, exact: true }).count(), absent).toBe(0);
    await expectSound(page, view);
    await page.goto("/packages");
    await says(page, "The connected service doesn't have properties.");

    await page.goto("/clients/new");
    const name = `Nia of ${view.scripts}`;
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("Email", { exact: true }).fill(`nia.${view.scripts}@client.example`);
    await page.getByRole("button", { name: "Create client" }).click();
    await page.waitForURL(/\/clients\/?(\?|$)/);
    await says(page, `${name}`);
    expect(complaints).toEqual([]);
  });
});
