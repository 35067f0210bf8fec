import type { ImportPerson } from "./imports.ts";

/** The people of a household in one cell of a spreadsheet. */

interface CellPerson {
  readonly name: string;
  readonly email: string | null;
  readonly phoneNumber: string | null;
}

/** The people of a household, a line each: "Ana Mayan <ana@client.example> 206 555 0144", "Ben Mayan <> 206 555 0145". */
export function joinPeople(people: readonly CellPerson[]): string {
  return people
    .map(({ name, email, phoneNumber }) => `${name} <${email ?? ""}>${phoneNumber === null ? "" : ` ${phoneNumber}`}`)
    .join("\n");
}

/** The people of a cell, a line each or between semicolons. Whoever has no address in angle brackets has an empty one. */
export function splitPeople(cell: string): ImportPerson[] {
  const lines = cell.split(/[\n\r]+/).flatMap(splitLine);
  return lines
    .map((line) => line.trim())
    .filter(Boolean)
    .map(personOf);
}

/** A semicolon is between two people where there is an address after it. */
function splitLine(line: string): string[] {
  const people: string[] = [];
  for (const part of line.split(";")) {
    const before = people.pop();
    if (before === undefined) people.push(part);
    else if (before.includes(">") && part.includes("<")) people.push(before, part);
    else people.push(`${before};${part}`);
  }
  return people;
}

function personOf(text: string): ImportPerson {
  const [start, end] = [text.lastIndexOf("<"), text.lastIndexOf(">")];
  if (start < 0 || end < start) return { name: text, email: "", phone: "" };
  return {
    name: text.slice(0, start).trim(),
    email: text.slice(start + 1, end).trim(),
    phone: text.slice(end + 1).trim(),
  };
}
