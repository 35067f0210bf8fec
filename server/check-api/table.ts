/** Something that was learned. "untried" is written as off; "wrong": Latchkey cannot work on the service, or shows what is not so. */
export interface TableRow {
  readonly verdict: "works" | "without" | "untried" | "wrong";
  /** As in "clients sort=name". */
  readonly part: string;
  /** What was seen; "" where there is nothing to say. */
  readonly seen: string;
  /** What people do without; "" where it works. */
  readonly without: string;
}

export type Note = (verdict: TableRow["verdict"], part: string, seen?: string, without?: string) => void;

/** The lines with their sum. */
export function describeTable(table: readonly TableRow[]): string {
  const lines = table.map(({ verdict, part, seen, without }) => {
    const said = [seen, without].filter((text) => text !== "").join(" ");
    const head = `${(verdict === "wrong" ? "WRONG" : verdict).padEnd(8)} ${part}`;
    return said === "" ? head : verdict === "works" ? `${head}: ${said}` : `${head}\n${" ".repeat(9)}${said}`;
  });
  const count = (verdict: TableRow["verdict"]) => table.filter((row) => row.verdict === verdict).length;
  const [untried, wrong] = [count("untried"), count("wrong")];
  const sum = [
    `${count("works")} of ${table.length} parts work.`,
    untried > 0 ? `${untried} could not be tried, for want of a record or a right, and are written as off.` : "",
    wrong > 0
      ? `Latchkey cannot work on this service: ${wrong} ${wrong === 1 ? "is" : "are"} wrong.`
      : `Latchkey can work on this service, and leaves out the ${count("without") + untried} others.`,
    "Calls that only write, such as those that send links, are not tried: add them to `calls` by hand.",
  ];
  return `${lines.join("\n")}\n\n${sum.filter((text) => text !== "").join(" ")}\n`;
}
