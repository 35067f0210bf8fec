import { calls, lists } from "#server/check-api/checks.ts";

/** Gives what the app asks of a service as a Markdown table. docs/connecting.md holds it as it is printed here. */
export function checksTable(): string {
  const rows = Object.entries(lists).map(([word, { without, includes, sorts, filters }]) => {
    const asked = [
      ["includes", includes],
      ["sorts", sorts],
      ["filters", filters],
    ] as const;
    const parts = asked.filter(([, names]) => names.length > 0).map(([kind, names]) => `${kind}: ${names.join(", ")}`);
    return `| \`${word}\` | ${without} | ${parts.join("; ")} |`;
  });
  const single = Object.entries(calls).map(([call, without]) => `| \`${call.split("?")[0]}\` | ${without} | |`);
  return ["| list or call | without it | what else it is asked for |", "| --- | --- | --- |", ...rows, ...single].join(
    "\n",
  );
}

if (import.meta.main) process.stdout.write(`${checksTable()}\n`);
