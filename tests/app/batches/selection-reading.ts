/** What a person reads off a list while rows are being chosen. */
import type { Visit } from "#tests/support/visitor.ts";

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
