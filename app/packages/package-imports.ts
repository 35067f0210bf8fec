import { href } from "react-router";
import * as z from "zod/mini";
import { details, duplicate, importedAttributes } from "../imports/import-attributes.ts";
import type { ImportKind } from "../imports/import-kind.ts";
import type { ImportPlace } from "../imports/import-page.tsx";
import { packagesPath } from "../record-paths.ts";
import { splitCell } from "../spreadsheets/cell-lists.ts";
import { newImportPath } from "./package-list.ts";

/** Properties from a file: reviewed first, then imported. */

export const packageImportPlace: ImportPlace = {
  list: { label: "Opportunities", href: packagesPath },
  newPath: newImportPath,
  importPath: (packageImportId) => href("/packages/imports/:packageImportId", { packageImportId }),
  columnsPath: (packageImportId) => href("/packages/imports/:packageImportId/columns", { packageImportId }),
};

const text = z.nullable(z.string());

/** Attributes of an import. */
export const importAttributes = {
  ...importedAttributes,
  doubles: z.array(z.object({ ...duplicate, packageId: text })),
  /** The first of its properties; without ids until they are imported. */
  first: z.nullable(z.array(z.object({ id: text, name: z.string(), details }))),
};

/** What an import reads of a property: columns of our export, and those of common programs. */
export const packageImportKind: ImportKind = {
  notes: "notes",
  mostRows: 200,
  meaningless: new Set(["property", "listing"]),
  fields: {
    street: {
      label: "Address",
      headings: [
        ...["address", "street", "street address", "address line 1", "full address", "unparsed address"],
        ...["full street address", "site address", "address 1", "situs address"],
      ],
      as: "text",
    },
    streetNumber: {
      label: "Street number",
      headings: ["street number", "street number numeric", "street no", "house number", "street num", "st number"],
      as: "text",
    },
    streetDirection: {
      label: "Street direction",
      headings: [
        "street dir prefix",
        "street direction",
        "street direction prefix",
        "pre direction",
        "street dir",
        "dir",
      ],
      as: "text",
    },
    streetName: { label: "Street name", headings: ["street name", "st name"], as: "text" },
    streetSuffix: { label: "Street suffix", headings: ["street suffix", "street type", "suffix"], as: "text" },
    streetDirectionAfter: {
      label: "Direction after the street",
      headings: ["street dir suffix", "street direction suffix", "post direction"],
      as: "text",
    },
    unit: {
      label: "Unit",
      headings: ["unit number", "unit", "unit no", "apt", "apartment", "apt number", "suite", "address line 2"],
      as: "text",
    },
    city: { label: "City", headings: ["city", "town", "postal city", "municipality"], as: "text" },
    state: { label: "State", headings: ["state", "province", "state province", "state or province"], as: "text" },
    zip: {
      label: "Zip",
      headings: ["zip", "zip code", "zipcode", "postal code", "postcode", "zip postal code"],
      as: "text",
    },
    beds: {
      label: "Beds",
      headings: ["beds", "bedrooms", "bd", "br", "bedrooms total", "total bedrooms", "beds total", "no of bedrooms"],
      as: "text",
    },
    baths: {
      label: "Baths",
      headings: [
        "baths",
        "bathrooms",
        "total baths",
        "ba",
        "bathrooms total",
        "bathrooms total decimal",
        "baths total",
      ],
      as: "text",
    },
    bathsCounted: {
      label: "Baths, half ones as whole",
      headings: ["bathrooms total integer", "baths total integer"],
      as: "text",
    },
    bathsFull: {
      label: "Full baths",
      headings: ["bathrooms full", "full baths", "baths full", "full bathrooms", "full bath"],
      as: "text",
    },
    bathsThreeQuarter: {
      label: "Three-quarter baths",
      headings: ["bathrooms three quarter", "three quarter baths", "baths three quarter", "3 4 baths"],
      as: "text",
    },
    bathsHalf: {
      label: "Half baths",
      headings: [
        ...["bathrooms half", "half baths", "baths half", "half bathrooms", "half bath"],
        ...["bathrooms partial", "partial baths", "baths partial", "1 2 baths"],
      ],
      as: "text",
    },
    bathsQuarter: {
      label: "Quarter baths",
      headings: ["bathrooms one quarter", "quarter baths", "baths quarter"],
      as: "text",
    },
    sqft: {
      label: "Sqft",
      headings: [
        ...["sqft", "sq ft", "square feet", "square footage", "living area", "size", "living sqft", "total sqft"],
        ...["living area sqft", "approx sqft", "building area total", "finished sqft"],
      ],
      as: "text",
    },
    listPrice: {
      label: "List price",
      headings: ["list price", "price", "asking price", "current price", "listing price", "list price current"],
      as: "text",
    },
    listPriceCurrency: { label: "List price currency", headings: ["list price currency", "currency"], as: "text" },
    hoa: {
      label: "HOA a month",
      headings: ["hoa a month", "hoa", "hoa fee", "hoa dues", "association fee", "monthly hoa"],
      as: "text",
    },
    hoaCurrency: { label: "HOA currency", headings: ["hoa currency"], as: "text" },
    hoaFrequency: {
      label: "How often the HOA is paid",
      headings: ["association fee frequency", "hoa frequency", "hoa fee frequency"],
      as: "text",
    },
    mlsNumber: {
      label: "MLS number",
      headings: [
        "mls number",
        "mls",
        "mls id",
        "mls no",
        "mls listing number",
        "listing id",
        "listing number",
        "mls num",
      ],
      as: "text",
    },
    clientEmails: {
      label: "Clients’ emails",
      headings: ["clients emails", "client email", "clients email", "email", "buyer email", "e mail"],
      as: splitCell,
    },
    lotSize: {
      label: "Lot size (sqft)",
      headings: ["lot size sqft", "lot sqft", "lot size square feet", "lot square feet", "lot square footage"],
      as: "text",
    },
    lotAcres: {
      label: "Lot size (acres)",
      headings: ["lot size acres", "lot acres", "acres", "acreage", "total acres", "approx acres"],
      as: "text",
    },
    lot: {
      label: "Lot size (acres or sqft, by its figures)",
      headings: ["lot size", "lot", "lot size area", "lot area", "land area"],
      as: "text",
    },
    lotUnits: { label: "Unit of the lot size", headings: ["lot size units", "lot units", "lot size unit"], as: "text" },
    garages: {
      label: "Garages",
      headings: ["garages", "garage", "garage spaces", "garage stalls", "parking garage spaces"],
      as: "text",
    },
    yearBuilt: { label: "Year built", headings: ["year built", "built", "yr built", "year"], as: "text" },
    area: {
      label: "Area",
      headings: ["area", "neighborhood", "subdivision", "subdivision name", "mls area major", "community"],
      as: "text",
    },
    houseType: {
      label: "House type",
      headings: ["house type", "property type", "type", "property sub type", "property subtype", "home type", "style"],
      as: "text",
    },
    tags: { label: "Tags", headings: ["tags", "labels"], as: splitCell },
    notes: {
      label: "Remarks",
      headings: ["remarks", "notes", "description", "public remarks", "marketing remarks"],
      as: "lines",
    },
  },
  lacks: (fields) => (fields.has("street") || fields.has("streetName") ? null : "Choose a column for the address."),
  tooLargeToChoose:
    "Its headings don’t say which column is the address, and it is too large for you to choose it here. Rename its headings, or split it into smaller files.",
  entryOf: ({ row, texts, lists }) => ({ row, ...texts, ...lists }),
};
