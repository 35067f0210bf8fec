/** How each kind of literal is looked for: in the place where a person reads it, and nowhere else. */
import type { HTMLElement } from "node-html-parser";
import { expect } from "vitest";
import type { Visit } from "#tests/support/visitor.ts";
import type { Screen } from "./screen.ts";

/** Fills in what stands for the workspace's own records. */
type Fill = (text: string) => string;
type Look = (page: HTMLElement, screen: Screen, fill: Fill) => void;

/** Looks for everything that the screen lists. */
export function lookOver({ document }: Visit, screen: Screen, fill: Fill): void {
  for (const look of [lookForWords, lookForControls, lookForRecords, lookForTrouble]) look(document, screen, fill);
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
const textOf = (element: HTMLElement | null | undefined): string => oneLine(element?.text ?? "");
const textsOf = (page: HTMLElement, selector: string): string[] => page.querySelectorAll(selector).map(textOf);
const oneOf = (list: readonly string[] = []) => expect.arrayContaining([...list]);

const lookForWords: Look = (page, screen) => {
  const main = textOf(page.querySelector("main"));
  if (screen.title !== undefined) expect(textsOf(page, "h1")).toEqual([screen.title]);
  if (screen.subtitle !== undefined)
    expect(textsOf(page, ":is(.head, .hero, main > .empty) p")).toContain(screen.subtitle);
  if (screen.crumbs) expect(textsOf(page, ".crumbs li")).toEqual(screen.crumbs);
  expect(textsOf(page, "h2, h3, .menu-head")).toEqual(oneOf(screen.headings));
  for (const text of screen.texts ?? []) expect(main).toContain(text);
  for (const text of screen.absent ?? []) expect(main).not.toContain(text);
  for (const text of screen.bar ?? []) expect(textOf(page.querySelector("header"))).toContain(text);
  expect(textsOf(page, ".face, .mark")).toEqual(oneOf(screen.initials));
};

const lookForControls: Look = (page, screen, fill) => {
  const labels = controlsOf(page).map(([label]) => label);
  expect(labels).toEqual(oneOf(screen.labels));
  const placeholders = page.querySelectorAll("[placeholder]").map((input) => input.getAttribute("placeholder"));
  expect(placeholders).toEqual(oneOf(screen.placeholders));
  expect(textsOf(page, ".affix > span")).toEqual(oneOf(screen.prefixes?.map(fill)));
  expect(textsOf(page, "button")).toEqual(oneOf(screen.buttons));
  const links = page.querySelectorAll("a[href]").map((link) => [textOf(link), link.getAttribute("href")]);
  for (const [text, path] of screen.links ?? []) expect(links).toContainEqual([text, fill(path)]);
  for (const [label, choices] of Object.entries(screen.choices ?? {})) {
    const options = controlOf(page, label)?.querySelectorAll("option") ?? [];
    const offered = options.map((option) => [textOf(option), option.getAttribute("value")]);
    // In this order, whatever stands between them.
    const listed = choices.map(([text, value]) => `${text} ${fill(value)}`);
    expect(offered.map(([text, value]) => `${text} ${value}`).filter((one) => listed.includes(one))).toEqual(listed);
  }
};

const lookForRecords: Look = (page, screen) => {
  expect(textsOf(page, ".tile > span")).toEqual(oneOf(screen.tiles));
  for (const [name, texts] of Object.entries(screen.lists ?? {})) {
    const rows = textsOf(page, `ul[aria-label="${name}"] > li`);
    for (const text of texts) expect(rows).toContainEqual(expect.stringContaining(text));
  }
  const headings = page.querySelectorAll("th:not(.card-box)").map(headingOf);
  if (screen.columns) expect(headings.slice(0, screen.columns.length)).toEqual(screen.columns);
  for (const [column, text] of screen.cells ?? []) {
    const place = headings.indexOf(column);
    const cells = page
      .querySelectorAll("tbody tr")
      .map((row) => textOf(row.querySelectorAll("td:not(.card-box)")[place]));
    expect(cells).toContainEqual(expect.stringContaining(text));
  }
  if (screen.empty !== undefined) expect(textsOf(page, "tbody tr")).toEqual([screen.empty]);
  const facts = page.querySelectorAll("dt").map((name) => [textOf(name), textOf(name.nextElementSibling)]);
  for (const fact of screen.facts ?? []) expect(facts).toContainEqual(fact);
  if (screen.moments === undefined) return;
  const moments = textsOf(page, "main time");
  expect(moments).not.toEqual([]);
  for (const moment of moments) expect(moment).toMatch(screen.moments);
};

const lookForTrouble: Look = (page, screen) => {
  for (const [label, message] of screen.messages ?? []) {
    const control = controlOf(page, label);
    const described = (control?.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id !== "");
    expect([label, described.map((id) => textOf(page.getElementById(id)))]).toEqual([label, oneOf([message])]);
    expect([label, control?.getAttribute("aria-invalid")]).toEqual([label, "true"]);
  }
  if (screen.toast !== undefined) expect(textsOf(page, '[role="status"] dialog[open] span')).toEqual([screen.toast]);
  expect(textsOf(page, '[role="alert"] > b')).toEqual(oneOf(screen.notices));
  if (screen.error === undefined) return;
  const { show, hide, message } = screen.error;
  expect(textsOf(page, "details.once > summary > span")).toEqual([show, hide]);
  const [revealed = "", ...others] = textsOf(page, "details.once > pre");
  expect(others).toEqual([]);
  expect(revealed.replace(/ Request [0-9a-f-]{36}$/, "; the request's id")).toBe(`${message}; the request's id`);
  expect(textOf(page.querySelector(".head p"))).not.toContain(message.replace(/^\d+: /, ""));
};

/** The heading as it is read, without the arrow of a sorted column. */
const headingOf = (heading: HTMLElement): string => textOf(heading).replace(/ [↑↓]$/, "");

/** The page's controls by what they are called. */
function controlsOf(page: HTMLElement): [label: string, control: HTMLElement][] {
  return page.querySelectorAll("input, select, textarea").flatMap((control) => {
    const around = control.closest("label");
    const id = control.getAttribute("id");
    const beside = id === undefined ? null : page.querySelector(`label[for="${id}"]`);
    const labels = [control.getAttribute("aria-label"), around?.text, beside?.text];
    return labels.flatMap((label): [string, HTMLElement][] => (label === undefined ? [] : [[oneLine(label), control]]));
  });
}

function controlOf(page: HTMLElement, label: string): HTMLElement | undefined {
  return controlsOf(page).find(([name]) => name === label)?.[1];
}
