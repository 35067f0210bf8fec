/** What a person reads off a list while rows are being chosen, and does there without scripts. */
import type { HTMLElement } from "node-html-parser";
import { successfulControls } from "#tests/support/form-entries.ts";
import type { Visit, Visitor } from "#tests/support/visitor.ts";

/** What the checkboxes are called. */
export const boxesOn = ({ document }: Visit) =>
  document.querySelectorAll("input[type=checkbox][form=several]").map((box) => box.getAttribute("aria-label"));

/** Where a link with this text leads; "" where there is none. */
export const hrefOf = ({ document }: Visit, label: string) =>
  document
    .querySelectorAll("a")
    .find(({ text }) => text.trim() === label)
    ?.getAttribute("href")
    ?.replaceAll("&amp;", "&") ?? "";

/** What is ticked among the shown rows, and what else is chosen, by ids. */
export const tickedOn = ({ document }: Visit) => ({
  here: document.querySelectorAll("input[name=id][form=several][checked]").map((box) => box.getAttribute("value")),
  elsewhere: document
    .querySelectorAll("input[type=hidden][name=id][form=several]")
    .map((field) => field.getAttribute("value")),
});

const textOf = (value: string | undefined) => value?.replaceAll("&amp;", "&") ?? "";

/** The buttons that send the search form, from within it or elsewhere. */
function buttonsOf({ document }: Visit): readonly HTMLElement[] {
  return document.querySelectorAll("#several button[type=submit], button[form=several]");
}

/**
 * Presses a button of the search form, which the checkboxes belong to.
 * @param changed the checkboxes that are ticked or unticked before, by what they are called
 * @param typed what is typed into the search form before
 */
export function press(
  visitor: Visitor,
  label: string,
  changed: readonly string[] = [],
  typed: Readonly<Record<string, string>> = {},
): Promise<Visit> {
  const { document } = visitor.page;
  const form = document.querySelector("form#several");
  const button = buttonsOf(visitor.page).find(({ text }) => text.replace(/[↑↓]/, "").trim() === label);
  if (form === null || button === undefined)
    throw new Error(`No button "${label}": ${visitor.page.text.slice(0, 400)}`);
  const fields = successfulControls(form, typed, undefined);
  for (const field of document.querySelectorAll("input[type=hidden][form=several]"))
    fields.append(textOf(field.getAttribute("name")), textOf(field.getAttribute("value")));
  for (const box of document.querySelectorAll("input[type=checkbox][form=several]")) {
    const isChanged = changed.includes(box.getAttribute("aria-label") ?? "");
    if (box.hasAttribute("checked") !== isChanged) fields.append("id", textOf(box.getAttribute("value")));
  }
  const name = button.getAttribute("name");
  if (name !== undefined) fields.append(name, textOf(button.getAttribute("value")));
  const action = button.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
  return visitor.open(`${action}?${fields}`);
}
