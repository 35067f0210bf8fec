import { globSync, readFileSync } from "node:fs";
import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { registerAgent } from "#tests/support/agent.ts";
import { expectSound, openPage, type View } from "#tests/support/browser.ts";
import { goHydrated, isSameDocument, openHydrated } from "#tests/support/hydrated-page.ts";
import { createClient, createPackage } from "#tests/support/seeded-agent.ts";
import type { Visitor } from "#tests/support/visitor.ts";

/** A record is picked by typing: with a list where scripts run, with a question where they do not. */

let agent: Visitor;
let clientId = "";

beforeAll(async () => {
  agent = (await registerAgent(inject("origin"))).visitor;
  const clients = ["Maya Okafor", "Maya Lindqvist", "Theo Brandt"];
  for (const name of clients)
    clientId = await createClient(agent, { name, email: `${name.toLowerCase().replace(" ", ".")}@client.example` });
  await createPackage(agent, { street: "2218 Alder Street", city: "Seattle" });
  await createPackage(agent, { street: "5 Birch Road" });
});
afterAll(() => agent.close());

const newDeal = "/opportunities/new";
const open = (path: string) => openHydrated(agent, path);
const clientField = (page: Page) => page.getByRole("combobox", { name: "Client" });
const propertyField = (page: Page) => page.getByRole("combobox", { name: "Property (address)" });
/** Those of the list; selects have options of their own. */
const options = (page: Page) => page.locator("[role=option]");
const optionTexts = (page: Page) => options(page).allTextContents();
/** The records among them. */
const matches = async (page: Page) => (await optionTexts(page)).filter((text) => !text.startsWith("Create"));

/** Once the list's code has come. */
async function ready(field: Locator): Promise<Locator> {
  await expect.poll(() => field.getAttribute("aria-autocomplete")).toBe("list");
  return field;
}

const heldId = (page: Page, name: string) => page.locator(`input[type=hidden][name=${name}]`).getAttribute("value");

/** The file that holds the library. */
function comboboxFile(): string {
  const files = globSync("build/client/assets/*.js").filter((file) =>
    /headlessui-combobox/.test(readFileSync(file, "utf8")),
  );
  expect(files).toHaveLength(1);
  return files[0] ?? "";
}

describe("a picker in a form", () => {
  test("arrows choose among those that have the words, Enter takes one, and its id is sent", async () => {
    const page = await open(newDeal);
    const field = await ready(clientField(page));
    await field.focus();
    await page.keyboard.type("maya");
    await expect.poll(() => matches(page)).toHaveLength(2);
    expect(await matches(page)).toContain("MLMaya Lindqvistmaya.lindqvist@client.example");
    const chosen = async () => (await page.locator("[role=option][data-focus]").textContent()) ?? "";
    const first = await chosen();
    await page.keyboard.press("ArrowDown");
    await expect.poll(chosen).not.toBe(first);
    const name = /Maya (Okafor|Lindqvist)/.exec(await chosen())?.[0] ?? "";
    await page.keyboard.press("Enter");
    await expect.poll(() => field.inputValue()).toContain(`${name} (`);
    expect(await options(page).count()).toBe(0);
    expect(await heldId(page, "clientId")).toMatch(/^[0-9a-f-]{36}$/);
    await propertyField(page).fill("12 Cedar Court");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/opportunities\/[0-9a-f-]{36}$/);
    await page.getByRole("heading", { level: 1, name }).waitFor();
  });

  test("typing on gives the choice up, and Escape closes the list and keeps the text", async () => {
    const page = await open(newDeal);
    const field = await ready(clientField(page));
    await field.fill("theo");
    await options(page).first().click();
    await expect.poll(() => heldId(page, "clientId")).toMatch(/^[0-9a-f-]{36}$/);
    await field.press("End");
    await field.pressSequentially("x");
    await expect.poll(() => heldId(page, "clientId")).toBe("");
    await field.fill("maya");
    await expect.poll(() => matches(page)).toHaveLength(2);
    await page.keyboard.press("Escape");
    await expect.poll(() => options(page).count()).toBe(0);
    expect(await field.inputValue()).toBe("maya");
  });

  test("in a dialog the first Escape closes the list, and the second the dialog", async () => {
    const page = await open("/opportunities");
    await page.getByRole("link", { name: "New opportunity" }).click();
    const field = await ready(page.getByRole("dialog").getByRole("combobox", { name: "Client" }));
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => options(page).count()).toBe(3);
    await page.keyboard.press("Escape");
    await expect.poll(() => options(page).count()).toBe(0);
    expect(await field.isVisible()).toBe(true);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    expect(await isSameDocument(page)).toBe(true);
  });

  test("the only match is chosen by itself when the field is left, also when the answer comes later", async () => {
    const page = await open(newDeal);
    const field = await ready(clientField(page));
    await field.fill("brandt");
    await expect.poll(() => matches(page)).toHaveLength(1);
    await page.getByRole("heading", { level: 1 }).click();
    await expect.poll(() => field.inputValue()).toBe("Theo Brandt (theo.brandt@client.example)");
    await page.route("**/picker*", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 800));
      await route.continue();
    });
    await field.fill("lindqvist");
    await page.keyboard.press("Tab");
    await expect.poll(() => field.inputValue()).toBe("Maya Lindqvist (maya.lindqvist@client.example)");
    expect(await heldId(page, "clientId")).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("a slip of the fingers is guessed, and the guess is not taken by itself", async () => {
    const page = await open(newDeal);
    const field = await ready(clientField(page));
    await field.fill("brnadt");
    await page.getByText("Did you mean", { exact: true }).waitFor();
    expect(await matches(page)).toEqual(["TBTheo Brandttheo.brandt@client.example"]);
    await page.getByRole("heading", { level: 1 }).click();
    await expect.poll(() => options(page).count()).toBe(0);
    expect([await field.inputValue(), await heldId(page, "clientId")]).toEqual(["brnadt", ""]);
  });

  test("an address that nobody has entered yet can be created, and Tab keeps what was typed", async () => {
    const page = await open(newDeal);
    await (await ready(clientField(page))).fill("Theo Brandt");
    const field = await ready(propertyField(page));
    await field.fill("Birch");
    await expect.poll(() => optionTexts(page)).toEqual(["5 Birch Road", "Create “Birch”"]);
    await page.keyboard.press("Tab");
    expect([await field.inputValue(), await heldId(page, "packageId")]).toEqual(["Birch", ""]);
    await field.fill("77 Fern Court");
    await page.getByRole("option", { name: "Create “77 Fern Court”" }).click();
    await expect.poll(() => heldId(page, "packageId")).toBe("new");
    await page.getByRole("button", { name: "Open opportunity" }).click();
    await page.getByRole("link", { name: "77 Fern Court" }).waitFor();
  });
});

test("a client who is not there yet is created in a tab of its own, with the typed name", async () => {
  const page = await open(newDeal);
  const field = await ready(clientField(page));
  await field.fill("Wanda New");
  const create = page.getByRole("option", { name: "Create “Wanda New”" });
  await create.waitFor();
  // Going on with the keyboard opens nothing.
  await page.keyboard.press("Tab");
  expect([await field.inputValue(), page.context().pages().length]).toEqual(["Wanda New", 1]);
  await field.click();
  const [tab] = await Promise.all([page.context().waitForEvent("page"), create.click()]);
  await tab.waitForURL("**/clients/new?name=Wanda+New");
  expect(await tab.getByLabel("Name").inputValue()).toBe("Wanda New");
  expect(await field.inputValue()).toBe("Wanda New");
});

test("a property is shared with clients who are picked one after the other", async () => {
  const id = await createPackage(agent, { street: "9 Shared Street" });
  const page = await open(`/packages/${id}/shares/clients`);
  const field = await ready(page.getByRole("combobox", { name: "Search clients" }));
  // A text alone chooses nobody, however exact it is: whoever is ticked is emailed.
  await field.fill("Theo Brandt");
  await expect.poll(() => matches(page)).toHaveLength(1);
  await page.keyboard.press("Tab");
  await expect.poll(() => options(page).count()).toBe(0);
  expect(await field.inputValue()).toBe("Theo Brandt");
  expect(await page.getByRole("checkbox", { name: "Theo Brandt" }).isChecked()).toBe(false);
  for (const name of ["Theo Brandt", "Maya Lindqvist"]) {
    await field.fill(name.toLowerCase());
    await expect.poll(() => matches(page)).toEqual([expect.stringContaining(name)]);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.getByRole("checkbox", { name }).isChecked()).toBe(true);
    expect(await field.inputValue()).toBe("");
  }
  await page.getByRole("checkbox", { name: "Send all the same" }).check();
  await page.getByRole("button", { name: "Share with 2 clients, send 2 emails" }).click();
  await page.getByText("Shared with 2 clients.").waitFor();
});

test("the newest answer counts, however late an older one comes", async () => {
  const page = await open(newDeal);
  const field = await ready(clientField(page));
  const asked: string[] = [];
  await page.route("**/picker*", async (route) => {
    const words = new URL(route.request().url()).searchParams.get("q") ?? "";
    asked.push(words);
    if (words === "ma") await new Promise((resolve) => setTimeout(resolve, 1_500));
    // Nobody waits for the first one any more.
    await route.continue().catch(() => {});
  });
  await field.fill("ma");
  await expect.poll(() => asked).toEqual(["ma"]);
  await field.fill("theo");
  await expect.poll(() => matches(page)).toEqual(["TBTheo Brandttheo.brandt@client.example"]);
  await page.waitForTimeout(2_000);
  expect(await matches(page)).toEqual(["TBTheo Brandttheo.brandt@client.example"]);
  expect(asked).toEqual(["ma", "theo"]);
});

test("an answer that left nothing out is not asked for again with the next letters", async () => {
  const page = await open(newDeal);
  const field = await ready(clientField(page));
  const asked: (string | null)[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === "/picker") asked.push(searchParams.get("q"));
  });
  // Before it comes, what is offered at first is filtered.
  const answered = page.waitForResponse((response) => new URL(response.url()).searchParams.get("q") === "ma");
  await field.fill("ma");
  await (await answered).finished();
  await expect.poll(() => matches(page)).toHaveLength(2);
  await field.pressSequentially("ya lin");
  await expect.poll(() => matches(page)).toEqual(["MLMaya Lindqvistmaya.lindqvist@client.example"]);
  await field.pressSequentially("x");
  await page
    .getByRole("option", { name: "No matches." })
    .or(page.getByRole("option", { name: /^Create/ }))
    .waitFor();
  await expect.poll(() => asked).toEqual(["ma", "maya linx"]);
});

test("a search that fails is said, and the next letter tries again", async () => {
  const { page, complaints } = await openPage({ scripts: "full", width: 1280 }, agent);
  await goHydrated(page, newDeal);
  const field = await ready(clientField(page));
  await page.route("**/picker*", (route) => route.fulfill({ status: 503 }));
  await field.fill("may");
  await page.getByRole("option", { name: "The search did not work." }).waitFor();
  await page.unroute("**/picker*");
  await field.pressSequentially("a");
  await expect.poll(() => matches(page)).toHaveLength(2);
  expect(complaints.every((complaint) => complaint.startsWith("503 ") && complaint.includes("/picker?"))).toBe(true);
});

test("a name that nobody has is said below the field, and the button takes the first click", async () => {
  const page = await open(`/clients/${clientId}/agent`);
  const field = await ready(page.getByRole("combobox", { name: "Agent" }));
  await field.fill("Nobody of this name");
  await page.getByRole("status").filter({ hasText: "No matches." }).waitFor();
  expect(await options(page).count()).toBe(0);
  const save = page.getByRole("button", { name: "Save agent" });
  const place = await save.boundingBox();
  // As a hand clicks: the focus leaves the field before the button is released.
  await save.hover();
  await page.mouse.down();
  expect(await save.boundingBox()).toEqual(place);
  await page.mouse.up();
  await page.locator(".err").filter({ hasText: "No colleague has this name." }).waitFor();
  expect(await field.inputValue()).toBe("Nobody of this name");
});

describe("a list's filter", () => {
  test("applies itself when a record is picked, not while one types, and the cross takes it back", async () => {
    const page = await open("/packages/");
    const field = await ready(page.getByRole("combobox", { name: "Choose client" }));
    await field.click();
    await expect.poll(() => matches(page)).toHaveLength(4);
    expect((await matches(page))[0]).toBe("All");
    await field.pressSequentially("theo", { delay: 60 });
    await expect.poll(() => matches(page)).toHaveLength(1);
    await page.waitForTimeout(500);
    expect(new URL(page.url()).search).toBe("");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\?client=[0-9a-f-]{36}$/);
    expect([await field.inputValue(), await page.evaluate("document.activeElement.ariaLabel")]).toEqual([
      "Theo Brandt",
      "Choose client",
    ]);
    await page.getByRole("link", { name: "All clients" }).click();
    await page.waitForURL(/\/packages\/$/);
    await expect.poll(() => field.inputValue()).toBe("");
    await page.goBack();
    await expect.poll(() => field.inputValue()).toBe("Theo Brandt");
    expect(await isSameDocument(page)).toBe(true);
  });

  test("Enter before any answer asks which one on the list itself", async () => {
    const page = await open("/opportunities");
    const field = await ready(page.getByRole("combobox", { name: "Filter client" }));
    await page.route("**/picker*", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      await route.continue().catch(() => {});
    });
    await field.focus();
    await page.keyboard.type("maya");
    await page.keyboard.press("Enter");
    await page.getByText("Which one do you mean by “maya”?").waitFor();
    await page.locator(".note").getByRole("link", { name: "Maya Lindqvist" }).click();
    await page.waitForURL(/\?client=[0-9a-f-]{36}$/);
  });
});

describe("letters typed while the code is on its way", () => {
  /** Holds the library back for so many milliseconds. */
  async function holdBack(page: Page, milliseconds: number): Promise<void> {
    const name = comboboxFile().split("/").at(-1);
    await page.route(`**/assets/${name}`, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      await route.continue();
    });
  }

  test("stay in a field, and are looked for once it is there", async () => {
    const { page } = await openPage({ scripts: "full", width: 1280 }, agent);
    await holdBack(page, 2_000);
    await page.goto(newDeal);
    const field = page.getByLabel("Client");
    await field.focus();
    await page.keyboard.type("maya l", { delay: 30 });
    expect(await field.getAttribute("aria-autocomplete")).toBeNull();
    await ready(field);
    await page.keyboard.type("i");
    expect(await field.inputValue()).toBe("maya li");
    await expect.poll(() => matches(page)).toEqual(["MLMaya Lindqvistmaya.lindqvist@client.example"]);
  });

  test("stand in the palette", async () => {
    const { page } = await openPage({ scripts: "full", width: 1280 }, agent);
    await holdBack(page, 1_500);
    await goHydrated(page, "/dashboard");
    await page.keyboard.press("/");
    await page.keyboard.type("theoo", { delay: 30 });
    await page.keyboard.press("Backspace");
    const box = page.getByRole("dialog").getByRole("combobox", { name: "Search everything" });
    await box.waitFor();
    expect(await box.inputValue()).toBe("theo");
    await page.getByRole("option", { name: "Theo Brandt" }).first().waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("Buyer profile").first().waitFor();
  });
});

describe("the code", () => {
  test("is one file of at most 45,000 bytes, which no route of the app loads with its page", () => {
    const file = comboboxFile();
    expect(readFileSync(`${file}.br`).length).toBeLessThanOrEqual(45_000);
    const [manifest = ""] = globSync("build/client/assets/manifest-*.js").map((path) => readFileSync(path, "utf8"));
    expect(manifest).toContain("/assets/");
    expect(manifest).not.toContain(file.split("/").at(-1));
  });

  const views: readonly (readonly [string, View, Record<string, string>])[] = [
    ["Lite", { scripts: "lite", width: 1280 }, {}],
    ["Save-Data", { scripts: "adaptive", width: 1280 }, { "Save-Data": "on" }],
    ["scripts turned off", { scripts: "off", width: 390 }, {}],
  ];
  test.for(views)("is not fetched with %s, and the client is picked by a question", async ([, view, headers]) => {
    const { page, context } = await openPage(view, agent);
    await context.setExtraHTTPHeaders(headers);
    const fetched: string[] = [];
    page.on("request", (request) => fetched.push(request.url()));
    await page.goto(newDeal, { waitUntil: "networkidle" });
    await page.getByLabel("Client").fill("maya lindqvits");
    await page.getByLabel("Property (address)").fill("Alder");
    await page.getByRole("button", { name: "Open opportunity" }).click();
    await page.getByText("“maya lindqvits” was not found. Did you mean").waitFor();
    expect(await page.getByRole("radio", { name: "Maya Lindqvist" }).isChecked()).toBe(true);
    expect(await page.getByRole("radio", { name: "2218 Alder Street (Seattle)" }).isChecked()).toBe(true);
    await expectSound(page, view);
    await page.getByRole("button", { name: "Open opportunity" }).click();
    await page.getByRole("heading", { level: 1, name: "Maya Lindqvist" }).waitFor();
    await page.getByRole("link", { name: "2218 Alder Street" }).waitFor();
    expect(fetched.filter((url) => url.endsWith(comboboxFile().split("/").at(-1) ?? ""))).toEqual([]);
    expect(fetched.filter((url) => url.includes("/picker"))).toEqual([]);
  });
});

test.for<readonly [View["width"], "light" | "dark"]>([
  [390, "dark"],
  [1280, "light"],
])("open lists are sound at %i pixels, %s", async ([width, colorScheme]) => {
  const view: View = { scripts: "full", width, colorScheme };
  const { page, complaints } = await openPage(view, agent);
  onTestFinished(() => expect(complaints).toEqual([]));
  await goHydrated(page, "/packages/");
  // On phones the filters are on a sheet.
  if (width === 390) await page.getByRole("button", { name: "Filters" }).click();
  await (await ready(page.getByRole("combobox", { name: "Choose client" }))).fill("maya");
  await expect.poll(() => matches(page)).toHaveLength(2);
  await expectSound(page, view);
  await goHydrated(page, newDeal);
  await (await ready(propertyField(page))).fill("aldre");
  await page.getByText("Did you mean", { exact: true }).waitFor();
  await expectSound(page, view);
  const heights = await options(page).evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().height));
  if (width === 390) expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
});

test("properties are shared with a client, also one that is picked and was not listed", async () => {
  for (let number = 1; number <= 11; number += 1) await createPackage(agent, { street: `${number} Listed Street` });
  const page = await open(`/clients/${clientId}/shares`);
  const box = (name: string) => page.getByRole("checkbox", { name });
  await box("11 Listed Street").check();
  expect(await box("2218 Alder Street").count()).toBe(0);
  const field = await ready(page.getByRole("combobox", { name: "Search properties" }));
  await field.fill("alder");
  await expect.poll(() => matches(page)).toEqual([expect.stringContaining("2218 Alder Street")]);
  await page.keyboard.press("Enter");
  // The server says what the client would see of it.
  await box("2218 Alder Street").waitFor();
  await expect.poll(() => box("2218 Alder Street").isChecked()).toBe(true);
  expect(await box("11 Listed Street").isChecked()).toBe(true);
  await box("Send all the same").check();
  await page.getByRole("button", { name: "Share 2 properties, send 1 email" }).click();
  await page.getByText("Shared 2 properties with Theo Brandt.").waitFor();
  expect(await isSameDocument(page)).toBe(true);
});
