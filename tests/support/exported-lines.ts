/** Reads a CSV file of ours, as RFC 4180 words it. */

/** The fields of each line, the headings first. */
export function fieldsOfLines(csv: string): string[][] {
  return csv
    .replace(/^\uFEFF/, "")
    .split("\r\n")
    .slice(0, -1)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain = ""]) =>
        quoted === undefined ? plain : quoted.replaceAll('""', '"'),
      ),
    );
}

/** Each line after the headings, by the headings of its columns. */
export function exportedLines(csv: string): Record<string, string>[] {
  const [head = [], ...lines] = fieldsOfLines(csv);
  return lines.map((line) => Object.fromEntries(head.map((name, index) => [name, line[index] ?? ""])));
}
