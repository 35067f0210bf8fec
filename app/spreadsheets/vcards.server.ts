/**
 * Contacts as phones and mail programs write them: vCard 2.1 (with quoted-printable text), 3.0 and 4.0. They become a sheet with a row
 * for each, so that they are reviewed and imported as any other file.
 */

/** Whether a text is made of contacts. */
export function isVcards(text: string): boolean {
  return /^\s*BEGIN:VCARD\s/i.test(text);
}

/** Of each column its heading, its property, and which of its parts; null for all of it. */
const columns = [
  ["Full name", "FN", null],
  ["First name", "N", 1],
  ["Middle name", "N", 2],
  ["Last name", "N", 0],
  ["Email", "EMAIL", null],
  ["Phone", "TEL", null],
  ["Address", "ADR", null],
  ["Company", "ORG", null],
  ["Tags", "CATEGORIES", null],
  ["Notes", "NOTE", null],
] as const;

interface Property {
  readonly name: string;
  readonly parameters: string;
  /** As it stands there, with backslashes. */
  readonly value: string;
}

/** The headings, and a row for each contact. */
export function vcardRows(text: string): string[][] {
  const rows: string[][] = [];
  let card: Property[] = [];
  for (const line of linesOf(text)) {
    const property = propertyOf(line);
    if (property === null) continue;
    const { name, value } = property;
    if (name === "BEGIN") card = [];
    else if (name === "END" && /^vcard$/i.test(value.trim())) rows.push(rowOf(card));
    else card.push(property);
  }
  return [columns.map(([heading]) => heading), ...rows];
}

/** Long lines are folded: the next one begins with a blank, or a line of quoted-printable text ends with "=". */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    const before = lines.at(-1);
    if (before?.endsWith("=") && isQuotedPrintable(before))
      lines.splice(-1, 1, before.slice(0, -1) + line.replace(/^[ \t]/, ""));
    else if (before !== undefined && /^[ \t]/.test(line)) lines.splice(-1, 1, before + line.slice(1));
    else lines.push(line);
  }
  return lines;
}

function isQuotedPrintable(line: string): boolean {
  return /QUOTED-PRINTABLE/i.test(line.slice(0, Math.max(0, line.indexOf(":"))));
}

/** Null for a line that is none. */
function propertyOf(line: string): Property | null {
  // A colon may stand in a quoted parameter.
  const [, head = "", value] = /^((?:[^:"]|"[^"]*")*):(.*)$/s.exec(line) ?? [];
  if (value === undefined) return null;
  const [named = "", ...parameters] = head.split(";");
  // Apple groups lines that belong together: "item1.EMAIL".
  const name = named.trim().toUpperCase().replace(/^.*\./, "");
  const said = parameters.join(";").toUpperCase();
  return { name, parameters: said, value: said.includes("QUOTED-PRINTABLE") ? readQuotedPrintable(value) : value };
}

function readQuotedPrintable(value: string): string {
  const bytes = [...Buffer.from(value, "utf8")];
  const read: number[] = [];
  for (let place = 0; place < bytes.length; place += 1) {
    const code = /^=([0-9a-f]{2})$/i.exec(String.fromCharCode(...bytes.slice(place, place + 3)))?.[1];
    read.push(code === undefined ? (bytes[place] ?? 0) : Number.parseInt(code, 16));
    if (code !== undefined) place += 2;
  }
  return new TextDecoder().decode(Uint8Array.from(read));
}

function rowOf(card: readonly Property[]): string[] {
  return columns.map(([, name, part]) => {
    const found = card.filter((property) => property.name === name).toSorted(byPreference);
    if (part !== null) return partsOf(found[0]?.value ?? "")[part] ?? "";
    return [...new Set(found.map((property) => textOf(name, property.value)))].filter(Boolean).join(" ::: ");
  });
}

function byPreference(one: Property, other: Property): number {
  const isPreferred = ({ parameters }: Property) => (/\bPREF\b/.test(parameters) ? 0 : 1);
  return isPreferred(one) - isPreferred(other);
}

/** Between semicolons, but for those behind a backslash. */
function partsOf(value: string): string[] {
  return value.split(/(?<!\\);/).map(plain);
}

function textOf(name: string, value: string): string {
  if (name === "TEL" || name === "EMAIL") return plain(value.replace(/^(?:tel|mailto):/i, ""));
  if (name !== "ADR" && name !== "ORG") return plain(value);
  return partsOf(value).filter(Boolean).join(", ");
}

function plain(value: string): string {
  return value.replaceAll(/\\([nN\\,;:])/g, (_, sign: string) => (/n/i.test(sign) ? "\n" : sign)).trim();
}
