import { expect } from "vitest";
import { formerZoneNames, timeZoneChoices } from "#app/ui/time-zone-choices.ts";
import { pageScriptTest } from "#tests/support/page-script-test.ts";

// A select of time zones begins with the browser's own.

const choices = timeZoneChoices("America/New_York");

interface ZoneSelect {
  readonly attributes?: string;
  /** What the person has chosen before the script runs. */
  readonly chosen?: string;
}

/** `openIn` opens the page with the script in a browser of a zone. */
const test = pageScriptTest("app/enhancer/enhancer.ts").extend("openIn", ({ script, browser }) => {
  return async (timezoneId: string, typed: ZoneSelect = {}) => {
    const { attributes = `data-former-zones="${formerZoneNames}"`, chosen = "" } = typed;
    const context = await browser.newContext({ timezoneId });
    const page = await context.newPage();
    const options = choices.map(({ value }) => `<option value="${value}">${value}</option>`).join("");
    const choose = chosen === "" ? "" : `<script>document.querySelector("select").value = "${chosen}"</script>`;
    const body = `<!doctype html><html lang="en"><title>Zone</title><script>${script}</script><select ${attributes}>${options.replace('"America/New_York"', '"America/New_York" selected')}</select>${choose}`;
    await context.route("**", (route) => route.fulfill({ contentType: "text/html; charset=utf-8", body }));
    await page.goto("http://zones.localhost/", { waitUntil: "load" });
    const shown = await page.locator("select").evaluate((select: HTMLSelectElement) => {
      return { value: select.value, text: select.selectedOptions[0]?.text, count: select.options.length };
    });
    await context.close();
    return shown;
  };
});

test.for([
  ["America/Los_Angeles", "America/Los_Angeles"],
  ["Asia/Calcutta", "Asia/Kolkata"],
  ["Asia/Kolkata", "Asia/Kolkata"],
  ["America/Indianapolis", "America/New_York"],
  ["Europe/Kiev", "Europe/Kyiv"],
  ["UTC", "UTC"],
] as const)("that of %s is %s, one of its options", async ([own, chosen], { openIn }) => {
  expect(await openIn(own)).toMatchObject({ value: chosen, count: choices.length });
});

test("one that the select does not have is added", async ({ openIn }) => {
  const added = { value: "America/Boise", text: "America/Boise", count: choices.length + 1 };
  expect(await openIn("America/Boise")).toEqual(added);
});

test("what the person has chosen stays, and so does every other select", async ({ openIn }) => {
  expect((await openIn("Asia/Tokyo", { chosen: "Europe/Berlin" })).value).toBe("Europe/Berlin");
  expect((await openIn("Asia/Tokyo", { attributes: "" })).value).toBe("America/New_York");
});

test("every former name leads to a zone that can be chosen", () => {
  const values = choices.map(({ value }) => value);
  const former = [...new URLSearchParams(formerZoneNames)];
  expect(former.length).toBeGreaterThan(10);
  expect(former.filter(([, now]) => !values.includes(now))).toEqual([]);
  // The same name twice would hide the second.
  expect(new Set(former.map(([name]) => name)).size).toBe(former.length);
});
