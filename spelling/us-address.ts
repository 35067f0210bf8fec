import { fold } from "./folding.ts";

/** Addresses as people and listing services in the United States write them: "1842 N Birch St #204, Seattle, WA 98103". */

/** The words of streets and their short forms; of a group all mean the same. */
const streetWords: readonly (readonly string[])[] = [
  ["st", "street", "str", "saint"],
  ["ave", "avenue", "av"],
  ["blvd", "boulevard"],
  ["rd", "road"],
  ["dr", "drive"],
  ["ln", "lane"],
  ["ct", "court"],
  ["pl", "place"],
  ["cir", "circle"],
  ["ter", "terrace", "terr"],
  ["pkwy", "parkway", "pky"],
  ["hwy", "highway"],
  ["sq", "square"],
  ["trl", "trail"],
  ["cres", "crescent"],
  ["mt", "mount"],
  ["ft", "fort"],
  ["expy", "expressway"],
  ["plz", "plaza"],
  ["xing", "crossing"],
  ["pt", "point"],
  ["hts", "heights"],
  ["rte", "route"],
  ["aly", "alley"],
  ["cv", "cove"],
  ["hl", "hill"],
  ["rdg", "ridge"],
  ["vw", "view"],
];

const directions: readonly (readonly string[])[] = [
  ["n", "north"],
  ["s", "south"],
  ["e", "east"],
  ["w", "west"],
  ["ne", "northeast"],
  ["nw", "northwest"],
  ["se", "southeast"],
  ["sw", "southwest"],
];

const ordinals: readonly (readonly string[])[] = [
  ["1st", "first"],
  ["2nd", "second"],
  ["3rd", "third"],
  ["4th", "fourth"],
  ["5th", "fifth"],
  ["6th", "sixth"],
  ["7th", "seventh"],
  ["8th", "eighth"],
  ["9th", "ninth"],
  ["10th", "tenth"],
];

const groups = [...streetWords, ...directions, ...ordinals];
const groupOf = new Map(groups.flatMap((group) => group.map((word) => [word, group] as const)));
const shortOf = new Map([...groupOf].map(([word, [short = ""]]) => [word, short]));

/** What ends the name of a street. */
const suffixes = new Set([
  ...streetWords.flat().filter((word) => !["saint", "mt", "mount", "ft", "fort", "rte", "route"].includes(word)),
  ...["way", "loop", "run", "row", "path", "pass", "walk", "alley", "broadway"],
]);
const directionWords = new Set(directions.flat());

const unitWords = ["apt", "apartment", "unit", "ste", "suite", "no", "rm", "room"];
const unitWord = new Set([...unitWords, "#"]);

/** The words of an address, without signs; "#204" is "#" and "204". */
function wordsOf(street: string): string[] {
  return fold(street)
    .replaceAll(/[.,]/g, " ")
    .replaceAll("#", " # ")
    .split(" ")
    .filter((word) => word !== "");
}

/** Two spellings of one home have one key: "900 N. Fifth St. Unit 3" and "900 North 5th Street #3". */
export function addressKeyOf(street: string): string {
  const words = wordsOf(street);
  const key: string[] = [];
  for (const [place, word] of words.entries()) {
    // Before its name a unit is said in many ways, also in two words: "Apt # 3".
    if (place > 1 && unitWord.has(word) && place < words.length - 1) {
      if (key.at(-1) !== "#") key.push("#");
    } else key.push(shortOf.get(word) ?? word);
  }
  return key.join(" ");
}

/** Other spellings of a folded word of an address, for a search in folded text. */
export function addressSpellings(word: string): readonly string[] {
  const bare = word.replace(/[.,]$/, "");
  const numbered = /^#(\w{1,6})$/.exec(bare);
  if (numbered !== null) return unitWords.slice(0, 5).map((unit) => ` ${unit} ${numbered[1]}`);
  if (unitWords.slice(0, 5).includes(bare)) return [...unitWords.slice(0, 5).map((unit) => ` ${unit} `), "#"];
  const others = (groupOf.get(bare) ?? []).filter((other) => other !== word);
  // The short ones are inside of many words.
  return others.map((other) => (other.length < 4 ? ` ${other}` : other));
}

const states: ReadonlyMap<string, string> = new Map(
  Object.entries({
    alabama: "AL",
    alaska: "AK",
    arizona: "AZ",
    arkansas: "AR",
    california: "CA",
    colorado: "CO",
    connecticut: "CT",
    delaware: "DE",
    "district of columbia": "DC",
    florida: "FL",
    georgia: "GA",
    hawaii: "HI",
    idaho: "ID",
    illinois: "IL",
    indiana: "IN",
    iowa: "IA",
    kansas: "KS",
    kentucky: "KY",
    louisiana: "LA",
    maine: "ME",
    maryland: "MD",
    massachusetts: "MA",
    michigan: "MI",
    minnesota: "MN",
    mississippi: "MS",
    missouri: "MO",
    montana: "MT",
    nebraska: "NE",
    nevada: "NV",
    "new hampshire": "NH",
    "new jersey": "NJ",
    "new mexico": "NM",
    "new york": "NY",
    "north carolina": "NC",
    "north dakota": "ND",
    ohio: "OH",
    oklahoma: "OK",
    oregon: "OR",
    pennsylvania: "PA",
    "puerto rico": "PR",
    "rhode island": "RI",
    "south carolina": "SC",
    "south dakota": "SD",
    tennessee: "TN",
    texas: "TX",
    utah: "UT",
    vermont: "VT",
    virginia: "VA",
    "virgin islands": "VI",
    washington: "WA",
    "west virginia": "WV",
    wisconsin: "WI",
    wyoming: "WY",
  }),
);
const codes = new Set(states.values());

/** The two letters of a state; null for none. */
function stateCodeOf(typed: string): string | null {
  const text = typed.trim().replaceAll(".", "");
  const code = text.toUpperCase();
  return codes.has(code) ? code : (states.get(fold(text)) ?? null);
}

/** The first zeros of ZIP codes, which spreadsheets take away. */
const zeros: Readonly<Record<string, number>> = {
  ...{ MA: 1, RI: 1, NH: 1, ME: 1, VT: 1, CT: 1, NJ: 1 },
  ...{ PR: 2, VI: 2 },
};

/** "2134" in Massachusetts is "02134"; other text unchanged. */
export function zipIn(typed: string, state: string): string {
  const text = typed.trim();
  const [, zip = "", more = ""] = /^(\d{3,4})(?:\.0)?(-\d{4})?$/.exec(text) ?? [];
  const missing = zeros[stateCodeOf(state) ?? ""];
  return zip !== "" && missing === 5 - zip.length ? "0".repeat(missing) + zip + more : text;
}

export interface AddressParts {
  readonly street: string;
  /** "" for what is not said. */
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}

/** Takes city, state and ZIP code off the end of an address; all of it is the street where it does not end so. */
export function splitAddress(typed: string): AddressParts {
  const whole = { street: typed.trim(), city: "", state: "", zip: "" };
  const text = typed
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/,? (?:USA|U\.S\.A\.|United States)\.?$/i, "");
  const [zipPart = "", zip = ""] = /[ ,](\d{5}(?:-\d{4})?)$/.exec(text) ?? [];
  const beforeZip = withoutEnd(text.slice(0, text.length - zipPart.length));
  const found = stateAtEnd(beforeZip);
  if (found === null) return whole;
  const parts = found.before.split(",").map((part) => part.trim());
  const last = parts.at(-1) ?? "";
  if (parts.length > 1 && !isUnit(last) && !/^\d/.test(last))
    return { street: parts.slice(0, -1).join(", "), city: last, state: found.state, zip };
  // No comma before the city: it begins behind the street's last word, or behind the unit.
  const { street, city } = cityAtEnd(found.before);
  return city === "" ? whole : { street, city, state: found.state, zip };
}

/** Without blanks and commas at its end. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && " ,".includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function stateAtEnd(text: string): { readonly before: string; readonly state: string } | null {
  const words = text.split(" ");
  for (const count of [3, 2, 1]) {
    const state = stateCodeOf(words.slice(-count).join(" ").replace(/^.*,/, ""));
    const start = text.length - words.slice(-count).join(" ").replace(/^.*,/, "").length;
    const before = withoutEnd(text.slice(0, start));
    if (state !== null && before !== "") return { before, state };
  }
  return null;
}

function isUnit(part: string): boolean {
  const [first = "", ...more] = wordsOf(part);
  return unitWord.has(first) && more.length > 0 && more.length < 3;
}

function cityAtEnd(text: string): { readonly street: string; readonly city: string } {
  const words = text.split(" ");
  const bare = words.map((word) => fold(word).replaceAll(/[.,]/g, ""));
  let end = 0;
  for (const [place, word] of bare.entries()) {
    if (place < 2) continue;
    if (suffixes.has(word) && !(word === "st" && place === 1)) end = place + 1;
    else if (end === place && directionWords.has(word)) end = place + 1;
    else if (word.startsWith("#") && word.length > 1) end = place + 1;
    else if (unitWord.has(word) && place < words.length - 2) end = place + 2;
    else if (end > 0) break;
  }
  if (end === 0 || end >= words.length) return { street: text, city: "" };
  return { street: words.slice(0, end).join(" ").replace(/,$/, ""), city: words.slice(end).join(" ") };
}

interface StreetParts {
  readonly number: string;
  readonly direction: string;
  readonly name: string;
  readonly suffix: string;
  readonly directionAfter: string;
  readonly unit: string;
}

/** One line of the parts of a street. @param typed what stands in a column of its own */
export function streetOf(
  typed: string,
  { number, direction, name, suffix, directionAfter, unit }: StreetParts,
): string {
  const [own, first, last] = [typed.trim(), number.trim(), name.trim()];
  const named = last === "" ? [] : [direction, last, suffix, directionAfter];
  const isNumber = own === "" || isNumberAlone(own);
  const line = isNumber ? [first || own, ...named] : startsWith(own, first) ? [own] : [first, own];
  const street = line
    .map((part) => part.trim())
    .filter(Boolean)
    .join(" ");
  const room = unit.trim().replace(/^#\s*/, "");
  if (room === "" || street === "" || endsWithUnit(street, room)) return street;
  return `${street} ${/^\p{L}{2,} /u.test(room) ? room : `#${room}`}`;
}

/** "1842" says where no street is. */
export function isNumberAlone(street: string): boolean {
  return /^#?\d+[a-z]?(?:-\d+)?$/i.test(street.trim());
}

function startsWith(street: string, number: string): boolean {
  return number === "" || street === number || street.startsWith(`${number} `);
}

function endsWithUnit(street: string, unit: string): boolean {
  const [all, own] = [addressKeyOf(street), wordsOf(unit).filter((word) => !unitWord.has(word))];
  return own.length > 0 && all.endsWith(`# ${own.join(" ")}`);
}
