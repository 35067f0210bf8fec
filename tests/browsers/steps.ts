/** What somebody does and sees on a page of any engine. */
import { expect } from "vitest";
import type { TestAgent } from "#tests/support/agent.ts";
import type { BrowserPage } from "./browser-page.ts";

export const text = (words: string) => JSON.stringify(words);
const isShown = "(element) => element.getClientRects().length > 0";
/** The control that this label is for. */
export const labelled = (label: string) =>
  `[...document.querySelectorAll("label")].filter(${isShown}).find((label) => label.innerText.trim() === ${text(label)})?.control`;
/** The first link, button or menu that says this, aloud or to the eye. */
export const pressable = (words: string) =>
  `[...document.querySelectorAll("a, button, summary")].filter(${isShown}).find((element) =>
    [element.ariaLabel, element.innerText, element.textContent].some((said) => said?.replace(/\\s+/g, " ").trim() === ${text(words)}))`;

/** Waits until an expression is true, also over the loading of another document. @throws with what the page says instead */
export async function until(page: BrowserPage, expression: string): Promise<void> {
  const isTrue = () => page.read(`Boolean(${expression})`).catch(() => false);
  const seen = "location.pathname + ': ' + document.body.innerText.slice(0, 600)";
  await expect
    .poll(isTrue)
    .toBe(true)
    .catch(async () => {
      throw new Error(`In vain: ${expression}\nat ${await page.read(seen)}`);
    });
}

export const says = (page: BrowserPage, words: string) =>
  until(page, `document.body.innerText.includes(${text(words)})`);
export const isAt = (page: BrowserPage, path: RegExp) => until(page, `${path}.test(location.pathname)`);

export async function press(page: BrowserPage, words: string): Promise<void> {
  await until(page, pressable(words));
  await page.click(pressable(words));
}

export async function fill(page: BrowserPage, label: string, typed: string): Promise<void> {
  await until(page, labelled(label));
  await page.type(labelled(label), typed);
}

export async function signIn(page: BrowserPage, origin: string, { email, password }: TestAgent): Promise<void> {
  await page.open(`${origin}/login/`);
  await fill(page, "Email", email);
  await fill(page, "Password", password);
  await press(page, "Login");
  await isAt(page, /^\/dashboard$/);
}
