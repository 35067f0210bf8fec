/** Cells as listing services print them: "0.25 acres", "2F 1H", "Call for price", parts of an address. They become plain ones. */

import { fold } from "../../../spelling/folding.ts";
import { isNumberAlone, splitAddress, streetOf, zipIn } from "../../../spelling/us-address.ts";
import { leastIn } from "../imports/import-cells.ts";

/** Cells of a row, "" where they say nothing. */
export interface ListingCells {
  readonly street: string;
  readonly streetNumber: string;
  readonly streetDirection: string;
  readonly streetName: string;
  readonly streetSuffix: string;
  readonly streetDirectionAfter: string;
  readonly unit: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly beds: string;
  readonly baths: string;
  readonly bathsCounted: string;
  readonly bathsFull: string;
  readonly bathsThreeQuarter: string;
  readonly bathsHalf: string;
  readonly bathsQuarter: string;
  readonly sqft: string;
  readonly lotSize: string;
  readonly lotAcres: string;
  readonly lot: string;
  readonly lotUnits: string;
  readonly garages: string;
  readonly yearBuilt: string;
  readonly mlsNumber: string;
  readonly listPrice: string;
  readonly faults: string[];
  readonly remarks: string[];
}

const sqftOfAcre = 43_560;
const sqftOfMeter = 10.7639;

/** Lots below it are counted in acres: no lot has so few square feet. */
const leastLot = 200;

const nothing =
  /^(?:n\/?a|none|unknown|tbd|tba|-+|–|—|\?|null|call(?: for .*)?|on request|upon request|contact .*|see remarks|price (?:on|upon) request|varies|withheld)\.?$/i;

/** What a figure is, and what is said of it. */
interface Figure {
  readonly text: string;
  readonly said?: string;
}

/** Rows of a file of properties with plain cells: what was worked out, or left out, is in their remarks. */
export function plainListings<Given extends ListingCells>(rows: readonly Given[]): Given[] {
  const hasSmallLots = rows.some(({ lot, lotUnits }) => lotUnits.trim() === "" && isSmallLot(lot));
  return rows.map((row) => plainListing(row, hasSmallLots));
}

function plainListing<Given extends ListingCells>(given: Given, hasSmallLots: boolean): Given {
  const remarks: string[] = [...given.remarks];
  const read = (label: string, cell: string, figure: (text: string) => Figure) => {
    const text = cell.replaceAll(/\s+/g, " ").trim();
    if (text === "") return "";
    if (nothing.test(text)) {
      remarks.push(`${label}: “${text}” is left out.`);
      return "";
    }
    const { text: plain, said } = figure(text);
    if (said !== undefined) remarks.push(`${label}: ${said}`);
    return plain;
  };
  const address = addressOf(given);
  const found = {
    ...address,
    beds: read("Beds", given.beds, bedsIn),
    baths: read("Baths", bathsCell(given), bathsIn),
    sqft: read("Sqft", given.sqft, (text) => areaIn(text, "sqft")),
    lotSize: lotOf(given, hasSmallLots, read),
    garages: read("Garages", given.garages, garagesIn),
    yearBuilt: read("Year built", given.yearBuilt, yearIn),
    listPrice: read("List price", given.listPrice, (text) => ({ text })),
    mlsNumber: read("MLS number", given.mlsNumber, (text) => ({ text })),
  };
  const isNowhere = isNumberAlone(found.street);
  const faults = isNowhere
    ? [...given.faults, `The address is only “${found.street}”. Choose the columns of its street, too.`]
    : given.faults;
  return { ...given, ...found, faults: faults.slice(0, 20), remarks: remarks.slice(0, 200) };
}

function addressOf(given: ListingCells) {
  const { streetNumber, streetDirection, streetName, streetSuffix, streetDirectionAfter, unit } = given;
  const parts = splitAddress(given.street);
  const meets = (own: string, cell: string) => own === "" || cell.trim() === "" || fold(own) === fold(cell);
  const zipCell = zipIn(given.zip, given.state || parts.state);
  const isOne = meets(parts.city, given.city) && meets(parts.zip.slice(0, 5), zipCell.slice(0, 5));
  const { street, city, state, zip } = isOne ? parts : { street: given.street, city: "", state: "", zip: "" };
  return {
    street: streetOf(street, {
      number: streetNumber,
      direction: streetDirection,
      name: streetName,
      suffix: streetSuffix,
      directionAfter: streetDirectionAfter,
      unit,
    }),
    city: given.city.trim() || city,
    state: given.state.trim() || state,
    zip: zipCell || zip,
  };
}

/** "Studio" has none, "3+1" has four. */
function bedsIn(text: string): Figure {
  if (/^(?:studio|efficiency|eff|bachelor)\b/i.test(text)) return { text: "0", said: `“${text}” is read as 0.` };
  const [, above, below] = /^(\d{1,2}) ?\+ ?(\d{1,2})$/.exec(text) ?? [];
  if (above === undefined) return { text: text.replace(/(?:bedrooms?|beds?|bd|br)\.?$/i, "").trim() };
  const all = String(Number(above) + Number(below));
  return { text: all, said: `“${text}” is read as ${all}.` };
}

/** The figure of full and other baths, or what is written as one. */
function bathsCell(given: ListingCells): string {
  const count = (cell: string) => (cell.trim() === "" ? 0 : leastIn(cell));
  const { bathsFull, bathsThreeQuarter, bathsHalf, bathsQuarter } = given;
  const isApart = bathsFull.trim() !== "" || bathsThreeQuarter.trim() !== "";
  const sum = count(bathsFull) + 0.75 * count(bathsThreeQuarter) + 0.5 * count(bathsHalf) + 0.25 * count(bathsQuarter);
  if (isApart && !Number.isNaN(sum)) return String(sum);
  // A half one counts as a whole one there.
  return given.baths.trim() || bathsFull.trim() || given.bathsCounted.trim();
}

const bathWords =
  /(\d{1,2})\s*(?:x\s*)?(full|f|three[- ]quarters?|3\/4|tq|half|halves|h|1\/2|partial|p|quarters?|q|1\/4)\b/gi;

/** "2 full / 1 half", "2F 1H", "2.1" for two and a half, "1 3/4". */
function bathsIn(text: string): Figure {
  const plain = text.replace(/(?:bathrooms?|baths?|ba)\.?$/i, "").trim();
  const parts = [...plain.matchAll(bathWords)];
  const rest = plain.replaceAll(bathWords, "").replaceAll(/[\s,;/+&|()-]|and/gi, "");
  if (parts.length > 0 && rest === "" && !/^\d 3\/4$|^\d 1\/[24]$/.test(plain)) {
    const sum = parts.reduce((all, [, count, kind = ""]) => all + Number(count) * worthOf(kind), 0);
    return { text: String(sum) };
  }
  const [, whole, part] = /^(\d{1,2}) (3\/4|1\/2|1\/4)$/.exec(plain) ?? [];
  if (whole !== undefined) return { text: String(Number(whole) + worthOf(part ?? "")) };
  const [, full, half] = /^(\d{1,2})\.([1-4])$/.exec(plain) ?? [];
  if (full === undefined) return { text: plain };
  const all = String(Number(full) + Number(half) / 2);
  return { text: all, said: `“${text}” is read as ${full} full and ${half} half: ${all}.` };
}

function worthOf(kind: string): number {
  const word = kind.toLowerCase();
  if (word.startsWith("f")) return 1;
  if (word.startsWith("t") || word === "3/4") return 0.75;
  return word.startsWith("q") || word === "1/4" ? 0.25 : 0.5;
}

const units: readonly (readonly [RegExp, number])[] = [
  [/(?:square ?feet|square ?foot|square ?ft|sq\.? ?feet|sq\.? ?ft|sf|ft²|ft2|feet²|ft\^2)\.?$/i, 1],
  [/(?:square ?met(?:er|re)s?|sq\.? ?m|m²|m2|m\^2)\.?$/i, sqftOfMeter],
  [/(?:acres?|ac)\.?$/i, sqftOfAcre],
  [/(?:hectares?|ha)\.?$/i, sqftOfMeter * 10_000],
];

type AreaUnit = "sqft" | "acres" | "meters" | "unknown";

/** Square feet of a figure, with or without its unit. */
function areaIn(text: string, unit: AreaUnit): Figure {
  const about = text.replace(/^(?:±|\+\/-|~|≈|c\.|ca\.|approx\.?|about)\s*/i, "");
  const [found] = units.filter(([sign]) => sign.test(about));
  const figure = found === undefined ? about : about.replace(found[0], "").trim();
  const number = leastIn(figure.replace(/^\./, "0."));
  if (Number.isNaN(number)) return { text };
  const factor = found?.[1] ?? (unit === "acres" ? sqftOfAcre : unit === "meters" ? sqftOfMeter : 1);
  return { text: String(factor === 1 ? number : Math.round(number * factor)) };
}

type Reader = (label: string, cell: string, figure: (text: string) => Figure) => string;

/** By the column's unit, or by how small the figures are where none is said. */
function lotOf(given: ListingCells, hasSmallLots: boolean, read: Reader): string {
  const label = "Lot size";
  if (given.lotSize.trim() !== "") return read(label, given.lotSize, feetOf);
  const unit = unitNamed(given.lotUnits);
  if (given.lot.trim() !== "")
    return read(label, given.lot, (text) => {
      const isAcres = unit === "unknown" && isSmallLot(text) && hasSmallLots;
      const figure = areaIn(text, isAcres ? "acres" : unit);
      if (!isAcres || units.some(([sign]) => sign.test(text))) return figure;
      const feet = Number(figure.text).toLocaleString("en-US");
      return {
        ...figure,
        said: `${text} is read as acres: ${feet} sqft. If it is in square feet, choose so in the columns.`,
      };
    });
  return read(label, given.lotAcres, (text) => areaIn(text, "acres"));
}

/** Nothing has less than a square foot. */
function feetOf(text: string): Figure {
  const figure = areaIn(text, "sqft");
  const feet = Number(figure.text);
  const isFraction = feet > 0 && feet < 1 && !units.some(([sign]) => sign.test(text));
  return isFraction
    ? { text: "", said: `“${text}” square feet is left out. If it is in acres, choose so in the columns.` }
    : figure;
}

function isSmallLot(cell: string): boolean {
  const number = leastIn(cell.trim().replace(/^\./, "0."));
  return number > 0 && number < leastLot;
}

function unitNamed(cell: string): AreaUnit {
  const [found] = units.filter(([sign]) => sign.test(cell.trim()));
  if (found === undefined || found[1] > sqftOfAcre) return "unknown";
  return found[1] === 1 ? "sqft" : found[1] === sqftOfAcre ? "acres" : "meters";
}

/** "2 car", "2.00", "2 attached". */
function garagesIn(text: string): Figure {
  const [, count] =
    /^(\d{1,3})(?:\.0+)?[ -]*(?:cars?|spaces?|stalls?|attached|detached|att|det|garages?)?\.?$/i.exec(text) ?? [];
  return { text: count ?? text };
}

/** "c. 1910", "1962.0". */
function yearIn(text: string): Figure {
  const [, before = "", year] = /^(\D{0,8}?)\s*(\d{4})(?:\.0+)?(?:\s*\+\/-)?$/.exec(text) ?? [];
  if (year === undefined) return { text };
  return before === "" ? { text: year } : { text: year, said: `“${text}” is read as ${year}.` };
}
