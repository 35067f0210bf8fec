import type { TimedVisitor } from "./timed-visitor.ts";

/** Where people begin to read. */
const entrances = [
  "/dashboard",
  "/clients/",
  "/packages",
  "/opportunities",
  "/opportunities/board",
  "/tasks",
  "/documents",
  "/activity",
  "/search?q=alder",
  "/clients/export.csv",
];

/** A record's page, or one of its parts. */
const recordPath = /^\/(?:clients|packages|opportunities|documents|tasks)\/[0-9a-f-]{36}(?:\/[a-z-]+)?$/;

/** Opens a list, and a record or two from there. */
export async function readOn(visitor: TimedVisitor): Promise<void> {
  await visitor.open(oneOf(entrances) ?? "/dashboard");
  for (let clicks = 0; clicks < 2; clicks += 1) {
    const links = visitor.page.document.querySelectorAll("main a[href]").map((link) => link.getAttribute("href") ?? "");
    const next = oneOf(links.filter((link) => recordPath.test(link)));
    if (next === undefined) return;
    await visitor.open(next);
  }
}

function oneOf<Value>(values: readonly Value[]): Value | undefined {
  return values[Math.floor(Math.random() * values.length)];
}
