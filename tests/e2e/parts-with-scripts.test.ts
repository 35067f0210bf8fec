import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { registerAgent } from "#tests/support/agent.ts";
import { expectSound, openPage } from "#tests/support/browser.ts";
import { createClient, uploadDocument } from "#tests/support/furnished-agent.ts";
import { summarize } from "#tests/support/inspecting.ts";
import { openStoredRows } from "#tests/support/stored-rows.ts";
import type { Visitor } from "#tests/support/visitor.ts";

/** What the parts add where a page hydrates; that all of it works without is the journey's matter. */

let agent: Visitor;

beforeAll(async () => {
  agent = (await registerAgent(inject("origin"))).visitor;
  for (const name of ["Maya Okafor", "Daniel Brandt"]) {
    await agent.open("/clients/new");
    const email = `${name.split(" ")[0]?.toLowerCase()}@client.example`;
    await agent.submit({ name, email, phoneNumber: "" }, { button: "Create client" });
  }
});

afterAll(() => agent.close());

/** A page that hydrates and has done so; it must have nothing to complain about in the end. */
async function open(path: string, width: 390 | 1280 = 1280, as = agent): Promise<Page> {
  const { page, complaints, close } = await openPage({ scripts: "full", width }, as);
  onTestFinished(async () => {
    await close();
    expect(complaints).toEqual([]);
  });
  await page.goto(path, { waitUntil: "networkidle" });
  // Gone when the document is loaded again.
  await page.evaluate("window.sameDocument = true");
  return page;
}

const isSameDocument = (page: Page) => page.evaluate("window.sameDocument === true");

/** Holds back what the app fetches for client-side navigations, for so many milliseconds. */
async function slowDown(page: Page, milliseconds: number): Promise<void> {
  await page.route("**/*.data*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    await route.continue();
  });
}

describe("a plain link", () => {
  test("leads to its page without loading the document again, and Back comes back", async () => {
    const page = await open("/clients/");
    await page.getByRole("link", { name: "Maya Okafor", exact: true }).click();
    await page.getByText("Buyer profile").waitFor();
    expect(await isSameDocument(page)).toBe(true);
    await page.goBack();
    await page.getByText("Showing 1 to 2 of 2 results").waitFor();
    expect(await isSameDocument(page)).toBe(true);
  });

  test("fetches its page ahead when the pointer rests on it", async () => {
    const page = await open("/clients/");
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.getByRole("link", { name: "Maya Okafor", exact: true }).hover();
    await expect.poll(() => asked.some((path) => /^\/clients\/[\w-]+\.data$/.test(path))).toBe(true);
  });

  test("opens elsewhere when that is asked for", async () => {
    const page = await open("/clients/");
    const [other] = await Promise.all([
      page.context().waitForEvent("page"),
      page.getByRole("link", { name: "Dashboard" }).click({ modifiers: ["ControlOrMeta"] }),
    ]);
    await other.waitForURL("**/dashboard");
    expect(new URL(page.url()).pathname).toBe("/clients/");
  });

  test("out of a menu closes the menu", async () => {
    const page = await open("/clients/", 390);
    await page.locator("summary").first().click();
    await page.locator("details[open]").getByRole("link", { name: "Dashboard" }).click();
    await page.waitForURL("**/dashboard");
    await expect.poll(() => page.locator("details[open]").count()).toBe(0);
    expect(await isSameDocument(page)).toBe(true);
  });
});

describe("waiting", () => {
  test("shows the bar after a second, and then for half a second at least", async () => {
    const page = await open("/dashboard");
    await slowDown(page, 1100);
    await page.evaluate(`
      const seen = { pressed: performance.now(), came: 0, went: 0 };
      window.seen = seen;
      new MutationObserver(() => {
        const there = document.querySelector("body > [role=progressbar]") !== null;
        if (there) seen.came ||= performance.now();
        if (!there && seen.came) seen.went ||= performance.now();
      }).observe(document.body, { childList: true });
      [...document.querySelectorAll("header a")].find((link) => link.textContent === "Clients").click();`);
    await expect.poll(() => page.evaluate("window.seen.went > 0"), { timeout: 10_000 }).toBe(true);
    expect(Number(await page.evaluate("seen.came - seen.pressed"))).toBeGreaterThan(950);
    expect(Number(await page.evaluate("seen.went - seen.came"))).toBeGreaterThan(450);
  });

  test("shows a bar in which axe finds nothing", async () => {
    const page = await open("/dashboard");
    // Never answered, so that the bar stays.
    await page.route("**/*.data*", () => {});
    await page.getByRole("link", { name: "Clients", exact: true }).first().click();
    await page.getByRole("progressbar", { name: "Pending" }).waitFor();
    await expectSound(page, { scripts: "full", width: 1280 });
  });

  test("shows the table's shape while a search is on its way", async () => {
    const page = await open("/clients/");
    await slowDown(page, 900);
    await page.getByPlaceholder("Search clients").fill("maya");
    await page.getByRole("status").filter({ hasText: "Loading" }).waitFor();
    await page.getByText("Showing 1 to 1 of 1 results").waitFor();
    expect(await page.getByRole("status").filter({ hasText: "Loading" }).count()).toBe(0);
  });
});

describe("a toolbar", () => {
  test("applies itself while one types, keeping the focus and one place in the history", async () => {
    const page = await open("/dashboard");
    await page.getByRole("link", { name: "Clients", exact: true }).first().click();
    const search = page.getByPlaceholder("Search clients");
    await search.pressSequentially("okafor", { delay: 20 });
    await page.getByText("Showing 1 to 1 of 1 results").waitFor();
    expect(new URL(page.url()).searchParams.get("q")).toBe("okafor");
    expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.goBack();
    await page.waitForURL("**/dashboard");
  });

  test("leaves out of the address what is empty", async () => {
    const page = await open("/clients/");
    await page.getByLabel("Sort by activity").selectOption({ label: "Oldest" });
    await page.waitForURL(/sort=open/);
    expect(new URL(page.url()).searchParams.has("q")).toBe(false);
    expect(await isSameDocument(page)).toBe(true);
  });
});

test("a page that left the focus nowhere begins at its heading", async () => {
  const page = await open("/clients/");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search everything" }).fill("Maya Okafor");
  await page.getByRole("option", { name: "Maya Okafor" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("Buyer profile").waitFor();
  await expect.poll(() => page.evaluate("document.activeElement.tagName")).toBe("H1");
});

test("scripts that are turned off after a visit with them: the page comes whole, and so do the next ones", async () => {
  const { page, context, close } = await openPage({ scripts: "off", width: 1280 }, agent);
  onTestFinished(close);
  await context.addCookies([{ name: "lk_scripts", value: "full", url: inject("origin") }]);
  await page.goto("/dashboard");
  await page.waitForURL(/\?noscript=$/);
  await page.getByText("None of your tasks is overdue.").waitFor();
  await page.goto("/dashboard");
  await page.getByText("None of your tasks is overdue.").waitFor();
  expect(new URL(page.url()).search).toBe("");
});

describe("a dialog", () => {
  const openDialog = async (page: Page) => {
    await page.getByRole("link", { name: "Invite client" }).click();
    await page.getByRole("dialog").getByLabel("Name").waitFor();
  };

  test("takes the focus and gives it back; Escape, the cross and Back close it", async () => {
    const page = await open("/clients/");
    const isClosed = () => page.getByRole("dialog").count();
    await page.getByRole("link", { name: "Invite client" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByLabel("Name").waitFor();
    expect(await page.evaluate("document.activeElement.name")).toBe("name");
    for (let tab = 0; tab < 12; tab += 1) await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.closest('dialog, body').tagName")).toMatch(/DIALOG|BODY/);
    await page.keyboard.press("Escape");
    await expect.poll(isClosed).toBe(0);
    await page.waitForURL(/\/clients\/?$/);
    await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Invite client");
    await openDialog(page);
    await page.getByRole("button", { name: "Close" }).click();
    await expect.poll(isClosed).toBe(0);
    await openDialog(page);
    await page.goBack();
    await expect.poll(isClosed).toBe(0);
    expect(await isSameDocument(page)).toBe(true);
  });

  test("lies over the page of the list that it was opened from, and does not come back by Back", async () => {
    const many = await registerAgent(inject("origin"));
    onTestFinished(() => many.visitor.close());
    for (let number = 1; number <= 16; number += 1)
      await createClient(many.visitor, { name: `Client ${number}`, email: `client.${number}@client.example` });
    const page = await open("/dashboard", 1280, many.visitor);
    await page.getByRole("link", { name: "Clients", exact: true }).first().click();
    await page.getByRole("link", { name: "Next" }).click();
    await page.getByText("Showing 16 to 16 of 16 results").waitFor();
    const address = page.url();
    await openDialog(page);
    await page.getByText("Showing 16 to 16 of 16 results").waitFor();
    for (const _press of [1, 2]) await page.keyboard.press("Escape");
    await page.waitForURL(address);
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    expect(page.url()).toBe(address);
    await page.goBack();
    await page.getByText("Showing 1 to 15 of 16 results").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  test("closes by a press beside it, not by one inside", async () => {
    const page = await open("/clients/");
    await openDialog(page);
    await page.getByRole("heading", { name: "Create a new client" }).click();
    expect(await page.getByRole("dialog").count()).toBe(1);
    await page.mouse.click(20, 500);
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  });
});

test("a new opportunity is a dialog over its list, as it is filtered, and leads to the package", async () => {
  const page = await open("/packages/?q=elm");
  await page.getByRole("link", { name: "New opportunity" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Address").waitFor();
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Opportunities");
  await page.keyboard.press("Escape");
  await page.waitForURL(/\/packages\/\?q=elm$/);
  await expect.poll(() => dialog.count()).toBe(0);
  await page.getByRole("link", { name: "New opportunity" }).click();
  await dialog.getByLabel("Address").fill("12 Elm Street");
  await dialog.getByRole("button", { name: "Create package" }).click();
  await page.getByRole("heading", { level: 1, name: "12 Elm Street" }).waitFor();
  expect(await isSameDocument(page)).toBe(true);
  await page.goBack();
  await page.getByText("Showing 1 to 1 of 1 results").waitFor();
  expect(new URL(page.url()).search).toBe("?q=elm");
});

describe("a form", () => {
  test("is checked when it is sent and from then on at every change, without asking the server", async () => {
    const page = await open("/clients/new");
    const posts: string[] = [];
    page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
    await page.getByLabel("Email").fill("maya");
    expect(await page.getByText("Invalid email").count()).toBe(0);
    await page.getByRole("button", { name: "Create client" }).click();
    await page.getByText("2 things to correct").waitFor();
    expect(await page.evaluate("document.activeElement.name")).toBe("name");
    await page.getByLabel("Email").fill("somebody@client.example");
    await page.getByText("One thing to correct").waitFor();
    await page.getByRole("link", { name: "Name must be at least 1 character." }).click();
    expect(await page.evaluate("document.activeElement.name")).toBe("name");
    await page.keyboard.type("S");
    await expect.poll(() => page.getByText("thing to correct").count()).toBe(0);
    expect(posts).toEqual([]);
  });

  test("is sent once however often it is pressed, and its button says that it is busy", async () => {
    const page = await open("/clients/");
    await page.getByRole("link", { name: "Invite client" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Priya Raman");
    await page.getByRole("dialog").getByLabel("Email").fill("priya@client.example");
    await slowDown(page, 600);
    let posts = 0;
    page.on("request", (request) => {
      if (request.method() === "POST") posts += 1;
    });
    const button = page.getByRole("button", { name: "Create client" });
    await button.dblclick();
    await expect.poll(() => button.isDisabled()).toBe(true);
    expect(await button.getAttribute("aria-busy")).toBe("true");
    await page.getByText("Showing 1 to 3 of 3 results").waitFor();
    expect(posts).toBe(1);
    expect(await isSameDocument(page)).toBe(true);
  });
});

describe("a form whose success leads to its own page", () => {
  const focusedName = (page: Page) => page.evaluate("document.activeElement.name");

  test("is empty again and has the focus where the next task is typed, each time", async () => {
    const page = await open("/tasks");
    const title = page.getByLabel("New task");
    for (const name of ["Buy milk", "Call the lender"]) {
      await title.fill(name);
      await page.getByLabel("Due (optional)").fill("2030-05-01");
      await page.getByRole("button", { name: "Add task" }).click();
      await page.getByRole("link", { name }).waitFor();
      await expect.poll(() => title.inputValue()).toBe("");
      expect(await page.getByLabel("Due (optional)").inputValue()).toBe("");
      await expect.poll(() => focusedName(page)).toBe("title");
    }
    await page.keyboard.press("Enter");
    await page.getByText("One thing to correct").waitFor();
    expect(await page.getByRole("link", { name: "Buy milk" }).count()).toBe(1);
    // What is typed meanwhile stays when another form of the page is sent.
    await title.fill("Half typed");
    await page.getByRole("button", { name: "Done: Buy milk" }).click();
    await page.getByText("Done: Buy milk", { exact: true }).waitFor();
    expect(await title.inputValue()).toBe("Half typed");
    expect(await isSameDocument(page)).toBe(true);
  });

  test("gives the focus on from a row that goes: to the next one's button, and after the last to the heading", async () => {
    const focused = (page: Page) =>
      page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.innerText");
    for (const title of ["First of two", "Second of two"]) {
      await agent.open("/tasks/new");
      await agent.submit({ title, dueOn: "2020-01-01" }, { button: "Add task" });
    }
    const page = await open("/tasks?group=overdue");
    await page.getByRole("button", { name: "Done: First of two" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe("Done: Second of two");
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe("Tasks");
  });

  test("shows what was saved where it changes something", async () => {
    const page = await open("/settings/general");
    const name = page.getByLabel("Name", { exact: true });
    await name.fill("Harbour Homes");
    const zone = page.getByLabel("Time zone");
    await zone.selectOption("America/Denver");
    const save = page.getByRole("button", { name: "Update workspace" });
    await save.click();
    await page.getByText("Workspace updated.").waitFor();
    expect(await name.inputValue()).toBe("Harbour Homes");
    expect(await zone.inputValue()).toBe("America/Denver");
    await expect.poll(() => save.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await isSameDocument(page)).toBe(true);
  });
});

test("what is under way shows itself when it is done, without loading the document again", async () => {
  const content = "The roof leaks at the chimney and must be repaired before May 1.";
  const id = await uploadDocument(agent, { name: "Roof.txt", content });
  await summarize(agent, id);
  const stored = openStoredRows(inject("dataDir"));
  onTestFinished(() => stored.close());
  const setState = (state: string) =>
    stored.query("UPDATE upstream.document_summaries SET state = $1, version = version + 1 WHERE document_id = $2", [
      state,
      id,
    ]);
  await setState("queued");
  const page = await open(`/documents/${id}/summary`);
  await page.getByText("Being made.").waitFor();
  await setState("ready");
  await page.getByText("Key sentences").waitFor();
  expect(await isSameDocument(page)).toBe(true);
});

test("a toast stays until it is dismissed or the next page comes", async () => {
  const page = await open("/clients/new");
  const toast = page.locator(".toast");
  const create = async (name: string) => {
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("Email").fill(`${name.toLowerCase()}@toast.example`);
    await page.getByRole("button", { name: "Create client" }).click();
    await page.getByText(`Client created: ${name}.`).waitFor();
  };
  await create("Ada");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect.poll(() => toast.isVisible()).toBe(false);
  await expect.poll(() => page.evaluate("document.activeElement.tagName")).toBe("H1");
  await page.getByRole("link", { name: "Invite client" }).click();
  await create("Ben");
  await page.getByRole("link", { name: "Dashboard" }).first().click();
  await page.waitForURL("**/dashboard");
  await expect.poll(() => toast.isVisible()).toBe(false);
  await page.goBack();
  await page.waitForURL(/\/clients\/?$/);
  expect(await toast.isVisible()).toBe(false);
});

test("a toast goes when the next thing is sent", async () => {
  const page = await open("/tasks");
  const toast = page.locator(".toast");
  await page.getByLabel("New task").fill("Say it once");
  await page.getByRole("button", { name: "Add task" }).click();
  await toast.waitFor();
  await slowDown(page, 1500);
  await page.getByLabel("New task").fill("Say it again");
  await page.getByRole("button", { name: "Add task" }).click();
  await expect.poll(() => toast.isVisible(), { interval: 20, timeout: 1000 }).toBe(false);
  await toast.waitFor();
});

describe("what was typed", () => {
  test("is there again on the way Back to a form that was left, with the version it began with", async () => {
    const page = await open("/clients/");
    await page.getByRole("link", { name: "Maya Okafor", exact: true }).click();
    await page.getByRole("link", { name: "Edit info" }).click();
    await page.getByLabel("Name").fill("Maya, half typed");
    await page.getByRole("link", { name: "Dashboard" }).first().click();
    await page.waitForURL("**/dashboard");
    await page.goBack();
    await page.getByLabel("Email").waitFor();
    await expect.poll(() => page.getByLabel("Name").inputValue()).toBe("Maya, half typed");
    expect(await isSameDocument(page)).toBe(true);
    await page.getByRole("link", { name: "Cancel" }).click();
    await page.getByRole("link", { name: "Edit info" }).click();
    expect(await page.getByLabel("Name").inputValue()).toBe("Maya Okafor");
  });

  test("is there again after a reload, as it was last, and not in a form that is opened anew", async () => {
    const page = await open("/clients/new");
    const name = page.getByLabel("Name");
    await name.fill("Draft");
    await page.getByRole("link", { name: "Dashboard" }).first().click();
    await page.waitForURL("**/dashboard");
    await page.goBack();
    await expect.poll(() => name.inputValue()).toBe("Draft");
    for (const typed of ["Draft, once more", "Draft, last"]) {
      await name.fill(typed);
      await page.reload({ waitUntil: "networkidle" });
      expect(await name.inputValue()).toBe(typed);
    }
    await page.goto("/dashboard");
    await page.goto("/clients/new", { waitUntil: "networkidle" });
    expect(await name.inputValue()).toBe("");
  });

  test("is asked about before a dialog closes over it", async () => {
    const page = await open("/clients/");
    const asked: string[] = [];
    let answer = false;
    page.on("dialog", (dialog) => {
      asked.push(dialog.message());
      void (answer ? dialog.accept() : dialog.dismiss());
    });
    await page.getByRole("link", { name: "Invite client" }).click();
    await page.getByLabel("Name").fill("Somebody");
    for (const _press of [1, 2]) await page.keyboard.press("Escape");
    await page.mouse.click(5, 5);
    expect(await page.locator("dialog[open]").getByLabel("Name").inputValue()).toBe("Somebody");
    expect(asked.length).toBeGreaterThanOrEqual(3);
    answer = true;
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator("dialog").count()).toBe(0);
  });

  test("and answered with a warning, the warning has the focus", async () => {
    const page = await open("/clients/new");
    await page.getByLabel("Name").fill("Maya Again");
    await page.getByLabel("Email").fill("maya@client.example");
    await page.getByRole("button", { name: "Create client" }).click();
    await page.getByText("may be the same client").waitFor();
    await expect.poll(() => page.evaluate("document.activeElement.textContent")).toContain("may be the same client");
  });
});

describe("without a line", () => {
  /** Like `open`, but with the complaints left to the test: the browser itself complains of each try. */
  async function openOffline(path: string): Promise<Page> {
    const { page, close } = await openPage({ scripts: "full", width: 1280 }, agent);
    onTestFinished(close);
    await page.goto(path, { waitUntil: "networkidle" });
    await page.context().setOffline(true);
    return page;
  }

  const noLine = "No connection. This goes on by itself when it is back.";
  const nameIn = (page: Page) => page.getByLabel("Name", { exact: true });

  async function sendClient(page: Page, name: string, email: string): Promise<void> {
    await nameIn(page).fill(name);
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Create client" }).click();
  }

  test("a form waits with what was typed, and is saved once when the line is back", async () => {
    const page = await openOffline("/clients/new");
    await sendClient(page, "Wen Offline", "wen.offline@client.example");
    await page.getByText(noLine).waitFor();
    expect(await nameIn(page).inputValue()).toBe("Wen Offline");
    await page.context().setOffline(false);
    await page.getByText("Client created").waitFor();
    await expect.poll(() => page.getByText(noLine).count()).toBe(0);
    await agent.open("/clients/?q=wen.offline");
    expect(agent.page.document.querySelectorAll("a.row-link").map(({ text }) => text)).toEqual(["Wen Offline"]);
  });

  test("a form in a dialog says so inside of it, where alone it is read out", async () => {
    const page = await openOffline("/clients/");
    await page.context().setOffline(false);
    await page.getByRole("link", { name: "Invite client" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").waitFor();
    await page.context().setOffline(true);
    await sendClient(page, "Lena Dialog", "lena.dialog@client.example");
    await dialog.getByText(noLine).waitFor();
    await page.context().setOffline(false);
    await page.getByText("Client created").waitFor();
  });

  test("a proxy's answer in the place of ours is waited through, and never shown", async () => {
    const page = await openOffline("/clients/new");
    await page.context().setOffline(false);
    let tries = 0;
    await page.route("**/clients/new.data*", async (route) => {
      tries += 1;
      const down = { status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" };
      await (tries === 1 ? route.fulfill(down) : route.continue());
    });
    await sendClient(page, "Ana Gateway", "ana.gateway@client.example");
    await page.getByText("Client created").waitFor();
    expect(tries).toBe(2);
  });

  test("who goes elsewhere meanwhile finds what was typed on the way back", async () => {
    const page = await openOffline("/clients/new");
    // The line is back for pages alone: what was sent would otherwise be saved while the link is on its way.
    await page.route("**/clients/new.data*", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    await sendClient(page, "Kim Leaves", "kim.leaves@client.example");
    await page.getByText(noLine).waitFor();
    await page.context().setOffline(false);
    await page.getByRole("link", { name: "Tasks" }).first().click();
    await page.getByRole("heading", { name: "Tasks", level: 1 }).waitFor();
    expect(await page.getByText(noLine).count()).toBe(0);
    await page.goBack();
    await expect.poll(() => nameIn(page).inputValue()).toBe("Kim Leaves");
  });
});
