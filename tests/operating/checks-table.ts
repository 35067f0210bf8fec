import { checks } from "#server/check-api/checks.ts";

/** Gives the reads of the app as a Markdown table. docs/connecting.md holds it as it is printed here. */
export function checksTable(): string {
  const rows = checks.map(
    ({ call, isNeeded, without }) => `| \`GET ${call}\` | ${isNeeded ? "yes" : ""} | ${without} |`,
  );
  return ["| call | needed | without it |", "| --- | --- | --- |", ...rows].join("\n");
}

if (import.meta.main) process.stdout.write(`${checksTable()}\n`);
