const words = new Intl.ListFormat("en", { type: "conjunction" });

/** What is said of a parameter; those that are not named are filters by their own names. */
const named: Readonly<Record<string, string>> = {
  sort: "the order",
  agent: "the agent",
  client: "the client",
  whose: "the assignee",
  due: "the deadline",
  fits: "what it fits",
  from: "the least budget",
  to: "the greatest budget",
  quiet: "the time without activity",
  archived: "archived ones",
};

/** What differs on some lists. */
const namedOn: Readonly<Record<string, typeof named>> = {
  activity: { from: "the first day", until: "the last day" },
  calendar: { whose: "the agent" },
};

/** What a view keeps, as in "the search “lee”, the agent, and the order". @param parameters of the list's address @param list as services call it */
export function keptWords(parameters: URLSearchParams, list: string): string {
  const parts = [...parameters].map(([name, value]) =>
    name === "q" ? `the search “${value}”` : (namedOn[list]?.[name] ?? named[name] ?? `the ${name}`),
  );
  return parts.length === 0 ? "no search, filters or order" : words.format(parts);
}
