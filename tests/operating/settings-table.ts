import { settings } from "#server/env.ts";

/** Gives the settings as a Markdown table: name, default, meaning. Documents hold it as it is printed here. */
export function settingsTable(): string {
  const rows = Object.entries(settings.shape).map(
    ([name, schema]) => `| \`${name}\` | ${shown(schema.safeParse(undefined).data)} | ${schema.description ?? ""} |`,
  );
  return ["| name | default | meaning |", "| --- | --- | --- |", ...rows].join("\n");
}

function shown(value: unknown): string {
  if (value === undefined) return "";
  if (typeof value === "boolean") return value ? "`on`" : "`off`";
  return `\`${value}\``;
}

if (import.meta.main) process.stdout.write(`${settingsTable()}\n`);
