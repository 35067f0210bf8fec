import { expect, onTestFinished, test } from "vitest";
import { expectSound } from "#tests/support/browser.ts";
import { openHydrated } from "#tests/support/hydrated-page.ts";
import { signInAsDemoOwner } from "#tests/support/large-demo.ts";

test.each([390, 1280] as const)(
  "names of colleagues are offered behind an @, and chosen by keys or a click, %d wide",
  async (width) => {
    const owner = await signInAsDemoOwner();
    onTestFinished(() => owner.close());
    const { html } = await owner.open("/opportunities");
    const [path = ""] = /\/opportunities\/[0-9a-f-]{36}/.exec(html) ?? [];
    const { document } = await owner.open(path);
    const listed = document.querySelectorAll("main details").find(({ text }) => text.startsWith("Mention a colleague"));
    const [first = "", second = ""] = [...(listed?.text ?? "").matchAll(/@([^,]+)/g)]
      .slice(1)
      .map(([, name = ""]) => name);
    expect(second).not.toBe("");

    const page = await openHydrated(owner, path, width);
    const field = page.getByRole("textbox", { name: "Comment" });
    const list = page.getByRole("listbox", { name: "Colleagues" });
    await field.click();
    await page.keyboard.type("For mail@");
    expect(await list.count()).toBe(0);
    await page.keyboard.type(" and @");
    await list.waitFor();
    expect(await page.getByRole("option", { selected: true }).textContent()).toBe(first);
    await expectSound(page, { scripts: "full", width });
    await page.keyboard.press("ArrowDown");
    const option = page.getByRole("option", { selected: true });
    expect([await option.textContent(), await option.getAttribute("id")]).toEqual([
      second,
      await field.getAttribute("aria-activedescendant"),
    ]);
    await page.keyboard.press("Enter");
    expect([await field.inputValue(), await list.count()]).toEqual([`For mail@ and @${second} `, 0]);
    await page.keyboard.type(`@${first.slice(0, 3)}`);
    await page.getByRole("option", { name: first }).click();
    expect(await field.inputValue()).toBe(`For mail@ and @${second} @${first} `);
    expect(await field.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    await page.keyboard.type("@nobody at all");
    expect(await list.count()).toBe(0);
    for (const _letter of "@nobody at all") await page.keyboard.press("Backspace");
    await page.keyboard.type("@");
    await list.waitFor();
    await page.keyboard.press("Escape");
    expect(await list.count()).toBe(0);
  },
);
