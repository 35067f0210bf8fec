import type { CostEstimate } from "./estimate.ts";

type Line = CostEstimate["lines"][number];

/** Lines of a section that have their figures from the same source. */
export interface LineGroup {
  /** Null where all of its lines are calculated from others. */
  readonly source: string | null;
  readonly lines: readonly Line[];
}

/** What the service calls the source of a line that follows from others. */
const calculated = "Calculated";

/** The lines of a section in their order, by source: lines in a row with the same one are a group, and calculated ones go with it. */
export function groupBySource(lines: readonly Line[]): readonly LineGroup[] {
  const groups: { source: string | null; lines: Line[] }[] = [];
  for (const line of lines) {
    const source = line.source === calculated ? null : line.source;
    const group = groups.at(-1);
    if (group === undefined || (source !== null && group.source !== null && group.source !== source)) {
      groups.push({ source, lines: [line] });
    } else {
      group.source ??= source;
      group.lines.push(line);
    }
  }
  return groups;
}

/** The source that most lines have; null where all are calculated. */
export function commonSource(lines: readonly Line[]): string | null {
  const counts = new Map<string, number>();
  for (const { source } of lines) if (source !== calculated) counts.set(source, (counts.get(source) ?? 0) + 1);
  const [most] = [...counts].sort(([, left], [, right]) => right - left);
  return most === undefined ? null : most[0];
}

/** Whether no line has another source. */
export function isOnlySource(lines: readonly Line[], only: string): boolean {
  return lines.every(({ source }) => source === calculated || source === only);
}
