import type { Outcome } from "./run-checks.ts";

const heads = { works: "works", missing: "missing", refused: "refused", failed: "FAILED", untried: "untried" } as const;

/** Whether Latchkey can work on the service: nothing that it needs failed. What an empty service leaves untried does not count. */
export function isEnough(outcomes: readonly Outcome[]): boolean {
  return outcomes.every(({ check, result }) => !check.isNeeded || result === "works" || result === "untried");
}

/** The result of all checks, as text for a terminal. */
export function describeOutcomes(outcomes: readonly Outcome[]): string {
  const lines = outcomes.map(({ check, result, reason, milliseconds }) => {
    const head = `${heads[result].padEnd(8)} ${check.isNeeded ? "needed  " : "optional"} GET ${check.call}`;
    if (result === "works") return `${head}  ${milliseconds} ms`;
    return `${head}\n${" ".repeat(18)}${reason}${result === "untried" ? "" : ` ${check.without}`}`;
  });
  return `${lines.join("\n")}\n\n${summarize(outcomes)}\n`;
}

function summarize(outcomes: readonly Outcome[]): string {
  const count = (...results: readonly Outcome["result"][]) =>
    outcomes.filter(({ result }) => results.includes(result)).length;
  const untried = count("untried");
  const parts = [
    `${count("works")} of ${outcomes.length} calls work.`,
    ...(untried === 0 ? [] : [`${untried} could not be tried, since there is no record to try them with.`]),
  ];
  if (!isEnough(outcomes)) return [...parts, "Latchkey cannot work on this service: it needs more."].join(" ");
  const without = count("missing", "refused", "failed");
  return [
    ...parts,
    without === 0
      ? "Latchkey can work on this service."
      : `Latchkey can work on this service, and leaves out what the ${without} others are for.`,
  ].join(" ");
}
