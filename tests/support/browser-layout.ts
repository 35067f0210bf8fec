/** What a page looks like where it gets narrow, as a browser lays it out. */
import type { Page } from "playwright";

/**
 * What hangs out of the window, or out of the part that it belongs to. What is folded up or for screen readers alone is left
 * out, and so is what scrolls by itself, as a wide table may, and what a drawing is cut to.
 */
const cut = `(() => {
  const named = (element) => element.localName + "." + element.className + " " + element.textContent.trim().slice(0, 60);
  const scrolls = (element) => element.closest("[tabindex='0'], .wide") !== null;
  return [...document.body.querySelectorAll("*")].filter((element) => {
    const { width, height, left, right } = element.getBoundingClientRect();
    if (width < 2 || height < 2 || scrolls(element) || element.closest(".hidden, svg *") !== null) return false;
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

/** What both of the following need: the words of a part for a message, and whether a part is for screen readers alone. */
const parts = `
  const told = ({ localName, textContent }) => localName + " " + textContent.trim().replaceAll(/\\s+/g, " ").slice(0, 60);
  const isClipped = (part) => part !== null && (getComputedStyle(part).clipPath !== "none" || isClipped(part.parentElement));
  const isShown = (part) => part.checkVisibility({ visibilityProperty: true }) && !isClipped(part);`;

/**
 * The links, buttons and fields whose middle belongs to something else, and the rows that a click beside their words does not
 * open. Of a link in two lines it is the middle of the first one. A field may be below its label.
 */
const covered = `(() => {${parts}
  const at = (left, top) => document.elementFromPoint(left, top) ?? document.documentElement;
  const found = [];
  for (const part of document.querySelectorAll(":is(a[href], summary, :is(button, input, select, textarea):enabled)")) {
    if (!isShown(part) || part.offsetWidth === 0) continue;
    part.scrollIntoView({ block: "center", inline: "center" });
    const [{ left, top, width, height }] = part.getClientRects();
    const hit = at(left + width / 2, top + height / 2);
    if (!part.contains(hit) && hit.closest("label")?.control !== part) found.push(told(part) + ", below " + told(hit));
  }
  for (const row of document.querySelectorAll(":is(tr, li):has(.row-link)")) {
    if (row.offsetWidth === 0) continue;
    row.scrollIntoView({ block: "center" });
    const { left, right, top, bottom } = row.getBoundingClientRect();
    const middle = [(left + right) / 2, (top + bottom) / 2];
    for (const point of [[left + 4, middle[1]], [right - 4, middle[1]], [middle[0], top + 4], [middle[0], bottom - 4]])
      if (!row.contains(at(...point))) found.push(told(row) + ", which another row covers");
  }
  return found;
})()`;

/** Gives what a pointer does not reach on a page; empty where all is well. */
export function findCovered(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(covered);
}

/** The links, buttons and fields that are not seen once they have the focus, come to from above and from below. Of a textarea it is its first line. */
const hidden = `(() => {${parts}
  const found = [];
  for (const part of document.querySelectorAll(":is(a[href], summary, :is(button, input, select, textarea):enabled)")) {
    if (!isShown(part) || part.offsetWidth === 0) continue;
    for (const start of [0, document.documentElement.scrollHeight]) {
      document.activeElement.blur();
      scrollTo(0, start);
      part.focus();
      const [{ left, top, width }] = part.getClientRects();
      const { bottom } = [...part.getClientRects()].at(-1);
      for (const y of part.localName === "textarea" || bottom - top > innerHeight / 2 ? [top + 12] : [top + 2, bottom - 2]) {
        const hit = document.elementFromPoint(left + width / 2, y);
        if (hit === null) found.push(told(part) + ", focused out of sight");
        const bar = hit?.closest(".side nav");
        if (bar && !bar.contains(part)) found.push(told(part) + ", focused below the places");
      }
    }
  }
  return [...new Set(found)];
})()`;

/** Gives what is focused without being seen; empty where all is well. */
export function findHidden(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(hidden);
}

/**
 * Headings and names of less than 120 px that take a second line there, words that are broken, texts that lie over each other,
 * and what the edge of a card cuts off. Left out are words of more than 24 letters, addresses of emails, what ends in an ellipsis
 * and what scrolls.
 */
const squeezed = `(() => {${parts}
  const range = document.createRange();
  const boxesOf = (node, start = 0, end = node.length) => {
    range.setStart(node, start);
    range.setEnd(node, end);
    return [...range.getClientRects()].filter(({ width }) => width > 1);
  };
  const linesOf = (boxes) => new Set(boxes.map(({ top }) => Math.round(top / 4))).size;
  const cutterOf = (part, box) => {
    if (part === document.body) return box.right > innerWidth + 1 || box.left < -1 ? part : null;
    const { position, overflowX, overflowY, webkitLineClamp, textOverflow } = getComputedStyle(part);
    if (position === "fixed") return undefined;
    const edge = part.getBoundingClientRect();
    const isOut = box.right > edge.right + 2 || box.left < edge.left - 2 || box.bottom > edge.bottom + 3 || box.top < edge.top - 3;
    if (!isOut || overflowX + overflowY === "visiblevisible") return cutterOf(part.parentElement, box);
    return /auto|scroll/.test(overflowX + overflowY) || webkitLineClamp !== "none" || textOverflow === "ellipsis" ? undefined : part;
  };
  const nodes = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    if (data.trim() !== "" && !parentElement.closest("option, script, style") && isShown(parentElement)) nodes.push(walker.currentNode);
  }
  const found = [];
  const pieces = [];
  for (const node of nodes) {
    const part = node.parentElement;
    const boxes = boxesOf(node);
    const cutters = boxes.map((box) => cutterOf(part, box));
    for (const cutter of cutters) if (cutter) found.push(told(part) + ", cut by " + cutter.className);
    if (cutters.some((cutter) => cutter === undefined)) continue;
    pieces.push(...boxes.map((box) => ({ box, part })));
    if (linesOf(boxes) < 2) continue;
    const holder = part.closest("h1, h2, h3, .row-link, .who b, .who a, .file b");
    const block = holder && getComputedStyle(holder).display === "inline" ? holder.parentElement : holder;
    if (block && block.offsetWidth < 120) found.push(told(holder) + ", " + block.offsetWidth + " px wide");
    for (const { 0: word, index } of node.data.matchAll(/\\S+@\\S+|[\\p{L}\\p{N}'’]+/gu))
      if (word.length <= 24 && !word.includes("@") && linesOf(boxesOf(node, index, index + word.length)) > 1)
        found.push(told(part) + ", broken in " + word);
  }
  pieces.sort((one, other) => one.box.top - other.box.top);
  for (const [index, { box, part }] of pieces.entries())
    for (const other of pieces.slice(index + 1)) {
      if (other.box.top > box.bottom - 6) break;
      const common = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      if (common > 2 && other.box.bottom > box.top + 6 && part !== other.part) found.push(told(part) + ", over " + told(other.part));
    }
  return [...new Set(found)];
})()`;

/** Gives the words that a line ends in the midst of; empty where all is well. */
export async function findBrokenWords(page: Page): Promise<string[]> {
  return (await findSqueezed(page)).filter((found) => found.includes(", broken in "));
}

/** Gives the texts of a page for which there is too little room; empty where all is well. */
export function findSqueezed(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(squeezed);
}
