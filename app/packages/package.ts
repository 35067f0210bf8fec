import * as z from "zod/mini";
import { assignedAttributes } from "../assignments/listed-agents.ts";
import { figure, money } from "../json-api/values.ts";
import { cityLine } from "../ui/city-line.ts";
import { isLocalTime } from "../ui/date-format.ts";
import {
  hasStep,
  joinList,
  optionalEmail,
  optionalId,
  optionalNumber,
  optionalText,
  requiredText,
  textList,
  typedNumber,
  webAddress,
} from "../ui/form-values.ts";
import { optionalMoney, typedMoney } from "../ui/money-values.ts";
import { formatCount, formatNumber } from "../ui/number-format.ts";
import { otherWord, tickedWords } from "../used-words/used-words.ts";

/** A property that agents prepare for buyers; the service calls it a package. */

const text = z.nullable(z.string());
const school = z.object({ name: z.string(), url: text });
/** The photo is undefined where the service keeps none. */
const listingAgent = z.object({
  name: z.string(),
  email: text,
  phoneNumber: text,
  profilePhotoUrl: z.optional(text),
});

const compValue = z.object({
  ...money.shape,
  source: text,
  count: figure,
  /** The day on which the newest comparable was sold, or the override was entered. */
  asOf: text,
});
export type CompValue = z.output<typeof compValue>;

/** The attributes of a package; the ones that a service leaves out arrive as null. */
export const packageAttributes = {
  /** Shown as #12. */
  number: figure,
  isSample: z.optional(z.boolean()),
  ...assignedAttributes,
  street: z.string(),
  city: text,
  state: text,
  zip: text,
  /** IANA name. Offers are due in this time zone. */
  timeZone: text,
  beds: figure,
  baths: figure,
  /** Square feet, as is the lot. */
  sqft: figure,
  lotSize: figure,
  garages: figure,
  /** This and what follows up to the remarks is undefined where the service does not keep it. */
  yearBuilt: z.optional(figure),
  mlsNumber: z.optional(text),
  /** What the owners' association costs a month. */
  hoa: z.optional(z.nullable(money)),
  remarks: z.optional(text),
  area: text,
  /** Undefined where the service does not keep it. */
  houseType: z.optional(text),
  /** Null where the service keeps none. */
  tags: z.nullable(z.array(z.string())),
  schools: z.pipe(
    z.nullable(z.array(school)),
    z.transform((schools) => schools ?? []),
  ),
  listPrice: z.nullable(money),
  compValue: z.nullable(compValue),
  compOverride: z.nullable(z.object({ ...money.shape, note: text })),
  offerDueAt: text,
  /** False once somebody has bought it; null where the service does not say. */
  isForSale: z.nullable(z.boolean()),
  /** False once an offer for it was accepted: no others are due; null where the service does not say. */
  takesOffers: z.nullable(z.boolean()),
  listingAgent: z.nullable(listingAgent),
  photoUrl: text,
  archivedAt: text,
};

/** Facts that not every service keeps: their fields are shown where it does. */
export const optionalFacts = ["yearBuilt", "mlsNumber", "hoa", "remarks"] as const;

export interface PackageFacts extends z.output<z.ZodMiniObject<typeof packageAttributes>> {}

/** The line below a property's address: "Portland, OR 97209 · 3 Bd, 2.5 Ba, 1,840 Sqft", without what is not known. */
export function placeAndSize({
  beds,
  baths,
  sqft,
  ...address
}: Pick<PackageFacts, "city" | "state" | "zip" | "beds" | "baths" | "sqft">): string {
  const parts = [
    [beds, "Bd"],
    [baths, "Ba"],
    [sqft, "Sqft"],
  ] as const;
  const size = parts.flatMap(([value, unit]) => (value === null ? [] : [`${formatNumber(value)} ${unit}`])).join(", ");
  return [cityLine(address), size].filter(isText).join(" · ");
}

type Specs = Pick<PackageFacts, "area" | "houseType" | "lotSize" | "garages" | "yearBuilt">;

/** The line below that: "Ballard · Craftsman · 4,200 sqft lot · 1 garage · Built 1926", without what is not known. */
export function specsOf({ area, houseType = null, lotSize, garages, yearBuilt = null }: Specs): string {
  return [
    area,
    houseType,
    lotSize === null ? null : `${formatNumber(lotSize)} sqft lot`,
    garages === null ? null : formatCount(garages, "garage"),
    yearBuilt === null ? null : `Built ${yearBuilt}`,
  ]
    .filter(isText)
    .join(" · ");
}

function isText(part: string | null): part is string {
  return part !== null && part !== "";
}

function wholeNumber(label: string, max: number) {
  return optionalNumber({
    max,
    whole: true,
    message: `${label} must be a whole number from 0 to ${formatNumber(max)}.`,
  });
}

const bathsMessage = "Baths must be a number from 0 to 999, in steps of 0.25.";
const lotMessage = "Lot size must be a number from 0 to 1,000,000,000 with at most 2 decimals.";
const dueMessage = "Offers due must be a date and time.";

/** A school's name, and a link after it: "Adams Elementary https://adams.example". */
const schoolLine = /^(?<name>.*?\S)(?:\s+(?<url>https?:\/\/\S+))?$/;

function readSchools(typed: string): { name: string; url: string | null }[] {
  return typed.split(/\r?\n/).flatMap((line) => {
    const { name, url = null } = schoolLine.exec(line.trim())?.groups ?? {};
    return name === undefined ? [] : [{ name, url }];
  });
}

const schools = z.pipe(
  optionalText(4000).check(z.refine((typed) => readSchools(typed ?? "").length <= 10, "Enter at most 10 schools.")),
  z.transform((typed) => readSchools(typed ?? "")),
);

const facts = {
  street: requiredText("Address must be at least 1 character."),
  city: optionalText(),
  state: optionalText(),
  zip: optionalText(),
};

/** The form that creates a property: an address, and a client if there is one. */
export const newPackageForm = z.object({
  ...facts,
  client: optionalText(400),
  clientId: z.optional(optionalId()),
  clientFor: z.optional(optionalText(400)),
});
type TypedPackage = z.output<typeof newPackageForm>;
export type NewPackage = Omit<TypedPackage, "client" | "clientId" | "clientFor"> & { readonly clientId: string | null };

/** What is typed for a list price; null where it is not known. */
const typedListPrice = optionalMoney("List price must be an amount, e.g. 850,000.");

/** The form that changes the list price alone. */
export const priceForm = z.object({ listPrice: typedListPrice });

const allFacts = z.object({
  ...facts,
  timeZone: requiredText("Choose a time zone.", 100),
  beds: wholeNumber("Beds", 999),
  baths: optionalNumber({ max: 999, message: bathsMessage }).check(
    z.refine((baths) => hasStep(baths, 4), bathsMessage),
  ),
  sqft: wholeNumber("Sqft", 99_999_999),
  lotSize: optionalNumber({ message: lotMessage }).check(z.refine((size) => hasStep(size, 100), lotMessage)),
  garages: wholeNumber("Garages", 999),
  /** This and what follows up to the remarks is missing where the service does not keep it. */
  yearBuilt: z.optional(
    optionalNumber({ min: 1500, max: 2200, whole: true, message: "Year built must be a year from 1500 to 2200." }),
  ),
  mlsNumber: z.optional(optionalText(50)),
  hoa: z.optional(optionalMoney("HOA must be an amount, e.g. 350.")),
  remarks: z.optional(optionalText(4000)),
  area: optionalText(),
  /** This and tags are missing where the service keeps none. */
  houseType: z.optional(optionalText(100)),
  /** A kind of house that is not in the list: it counts instead. */
  otherHouseType: z.optional(optionalText(100)),
  tags: z.optional(textList({ longest: 100 })),
  usedTags: tickedWords(),
  otherTag: otherWord(),
  schools,
  listPrice: typedListPrice,
  compOverride: optionalMoney("Comp. value must be an amount, e.g. 850,000."),
  compNote: optionalText(1000),
  /** In the property's time zone: "2026-03-01T12:00". */
  offerDue: optionalText(16).check(z.refine((typed) => typed === null || isLocalTime(typed), dueMessage)),
  agentName: optionalText(),
  agentEmail: optionalEmail(),
  agentPhoneNumber: optionalText(50),
  agentPhotoUrl: webAddress(),
});

const namesAgent = ({ agentName, agentEmail, agentPhoneNumber, agentPhotoUrl }: z.output<typeof allFacts>) =>
  agentName !== null || (agentEmail === null && agentPhoneNumber === null && agentPhotoUrl === null);

/** The form that edits a property. An empty field means that it is not known. */
export const packageForm = allFacts.check(
  z.refine(({ compOverride, compNote }) => compOverride !== null || compNote === null, {
    path: ["compNote"],
    error: "Enter the value this note explains, or leave both blank.",
  }),
  z.refine(namesAgent, { path: ["agentName"], error: "Enter the listing agent's name, or leave all four blank." }),
);
export type TypedFacts = z.output<typeof packageForm>;

/** The initial texts of the form. @param offerDue in the property's time zone; "" for none */
export function typedPackage(facts: PackageFacts, offerDue: string) {
  const { listingAgent } = facts;
  return {
    street: facts.street,
    city: facts.city ?? "",
    state: facts.state ?? "",
    zip: facts.zip ?? "",
    timeZone: facts.timeZone ?? "UTC",
    beds: typedNumber(facts.beds),
    baths: typedNumber(facts.baths),
    sqft: typedNumber(facts.sqft),
    lotSize: typedNumber(facts.lotSize),
    garages: typedNumber(facts.garages),
    yearBuilt: String(facts.yearBuilt ?? ""),
    mlsNumber: facts.mlsNumber ?? "",
    hoa: typedMoney(facts.hoa ?? null),
    remarks: facts.remarks ?? "",
    area: facts.area ?? "",
    houseType: facts.houseType ?? "",
    tags: joinList(facts.tags ?? []),
    schools: facts.schools.map(({ name, url }) => [name, url].filter(isText).join(" ")).join("\n"),
    listPrice: typedMoney(facts.listPrice),
    compOverride: typedMoney(facts.compOverride),
    compNote: facts.compOverride?.note ?? "",
    offerDue,
    agentName: listingAgent?.name ?? "",
    agentEmail: listingAgent?.email ?? "",
    agentPhoneNumber: listingAgent?.phoneNumber ?? "",
    agentPhotoUrl: listingAgent?.profilePhotoUrl ?? "",
  };
}
