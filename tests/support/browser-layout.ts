/** What a page looks like where it gets narrow, as a browser lays it out. */
import type { Page } from "playwright";

/**
 * What hangs out of the window, or out of the part that it belongs to. What is folded up or for screen readers alone is left
 * out, and so is what scrolls by itself, as a wide table may.
 */
const cut = `(() => {
  const named = (element) => element.localName + "." + element.className + " " + element.textContent.trim().slice(0, 60);
  const scrolls = (element) => element.closest("[tabindex='0'], .wide") !== null;
  return [...document.body.querySelectorAll("*")].filter((element) => {
    const { width, height, left, right } = element.getBoundingClientRect();
    if (width < 2 || height < 2 || scrolls(element) || element.closest(".hidden") !== null) return false;
    const { display } = getComputedStyle(element);
    // A label may have words for screen readers alone, which take no room.
    const isOwn = element.querySelector(".hidden") === null;
    const spills = isOwn && !display.startsWith("inline") && element.scrollWidth > element.clientWidth + 1;
    return right > innerWidth + 1 || left < -1 || spills;
  }).map(named);
})()`;

/** Gives what is cut off or makes the page scroll sideways; empty where all is well. */
export async function findCutParts(page: Page): Promise<string[]> {
  const overflow = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
  const parts = await page.evaluate<string[]>(cut);
  return overflow > 0 ? [`scrolls sideways by ${overflow} px`, ...parts] : parts;
}
