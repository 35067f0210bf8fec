/** Which columns of a file an import reads. */

/** Cells that are one text. */
export const textFields = [
  "phone",
  "notes",
  "budget",
  "budgetCurrency",
  "minBeds",
  "minBaths",
  "minLotSize",
  "minGarages",
  "agreementStartsOn",
  "agreementEndsOn",
  "leadSource",
] as const;
/** Cells that are lists. */
export const listFields = ["tags", "areas", "houseTypes"] as const;

export type ImportField =
  | "name"
  | "firstName"
  | "lastName"
  | "email"
  | "people"
  | (typeof textFields)[number]
  | (typeof listFields)[number];

/** The headings that are known, folded: those of our export, and those of common programs. The first is ours. */
const known: Readonly<Record<ImportField, readonly string[]>> = {
  name: ["name", "full name", "client", "display name"],
  firstName: ["first name", "given name"],
  lastName: ["last name", "family name", "surname"],
  email: ["email", "e mail", "email address", "e mail address", "e mail 1 value"],
  phone: ["phone number", "phone", "mobile", "mobile phone", "phone 1 value"],
  tags: ["tags", "labels"],
  areas: ["preferred areas", "areas", "neighborhoods"],
  notes: ["buyer notes", "notes"],
  houseTypes: ["house types", "house type", "property types", "property type"],
  budget: ["budget", "max budget", "max price", "price range"],
  budgetCurrency: ["budget in", "currency"],
  minBeds: ["min beds", "beds", "bedrooms", "min bedrooms"],
  minBaths: ["min baths", "baths", "bathrooms", "min bathrooms"],
  minLotSize: ["min lot size sqft", "min lot size", "lot size", "lot size sqft"],
  minGarages: ["min garages", "garages"],
  agreementStartsOn: ["agreement starts on", "agreement start"],
  agreementEndsOn: ["agreement ends on", "agreement end"],
  leadSource: ["lead source", "source"],
  people: ["household", "household people"],
};
const fields: readonly ImportField[] = [
  "name",
  "firstName",
  "lastName",
  "email",
  "people",
  ...textFields,
  ...listFields,
];
const byHeading: ReadonlyMap<string, ImportField> = new Map(
  fields.flatMap((field) => known[field].map((heading): [string, ImportField] => [heading, field])),
);

/** The field of a column by its heading; undefined for a column that is not read. */
export function fieldOf(heading: string): ImportField | undefined {
  return byHeading.get(foldHeading(heading));
}

/** Headings that differ in case, blanks and signs alone are the same. */
export function foldHeading(heading: string): string {
  return heading
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
