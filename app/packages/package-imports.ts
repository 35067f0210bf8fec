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
  fields: {
    street: {
      label: "Address",
      headings: ["address", "street", "street address", "address line 1", "property address"],
      as: "text",
    },
    city: { label: "City", headings: ["city", "town"], as: "text" },
    state: { label: "State", headings: ["state", "province", "state province"], as: "text" },
    zip: { label: "Zip", headings: ["zip", "zip code", "zipcode", "postal code", "postcode"], as: "text" },
    beds: { label: "Beds", headings: ["beds", "bedrooms", "bd"], as: "text" },
    baths: { label: "Baths", headings: ["baths", "bathrooms", "total baths", "ba"], as: "text" },
    sqft: { label: "Sqft", headings: ["sqft", "sq ft", "square feet", "living area", "size"], as: "text" },
    listPrice: { label: "List price", headings: ["list price", "price", "asking price"], as: "text" },
    listPriceCurrency: { label: "List price currency", headings: ["list price currency", "currency"], as: "text" },
    mlsNumber: { label: "MLS number", headings: ["mls number", "mls", "mls id", "mls no"], as: "text" },
    clientEmails: {
      label: "Clients’ emails",
      headings: ["clients emails", "client email", "clients email", "email", "buyer email", "e mail"],
      as: splitCell,
    },
    lotSize: { label: "Lot size (sqft)", headings: ["lot size sqft", "lot size", "lot sqft"], as: "text" },
    garages: { label: "Garages", headings: ["garages", "garage", "garage spaces"], as: "text" },
    yearBuilt: { label: "Year built", headings: ["year built", "built"], as: "text" },
    area: { label: "Area", headings: ["area", "neighborhood", "subdivision"], as: "text" },
    houseType: { label: "House type", headings: ["house type", "property type", "type"], as: "text" },
    tags: { label: "Tags", headings: ["tags", "labels"], as: splitCell },
    notes: { label: "Remarks", headings: ["remarks", "notes", "description", "public remarks"], as: "lines" },
  },
  lacks: (fields) => (fields.has("street") ? null : "Choose a column for the address."),
  tooLargeToChoose:
    "Its headings don’t say which column is the address, and it is too large for you to choose it here. Rename its headings, or split it into smaller files.",
  entryOf: ({ row, texts: { street = "", ...texts }, lists }) => ({ row, street, ...texts, ...lists }),
};
