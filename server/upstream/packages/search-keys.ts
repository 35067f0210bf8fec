import { z } from "zod";
import { fold } from "../../../spelling/folding.ts";
import { givenOf } from "../engine/inputs.ts";

export interface PackageAddress {
  readonly street: string;
  readonly city: string | null;
  readonly state: string | null;
  readonly zip: string | null;
  readonly area: string | null;
  readonly number: number;
  readonly listingAgent: ListingAgent | null;
  readonly schools: readonly { readonly name: string }[];
  readonly houseType?: string | null | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly mlsNumber?: string | null | undefined;
  readonly yearBuilt?: number | null | undefined;
  readonly hoa?: { readonly amount: string } | null | undefined;
  readonly remarks?: string | null | undefined;
}

interface ListingAgent {
  readonly name: string;
  readonly email?: string | null | undefined;
  readonly phoneNumber?: string | null | undefined;
}

/** Keys of a package for searching and sorting. */
export function packageKeysOf({
  street,
  city,
  state,
  zip,
  area,
  number,
  listingAgent,
  schools,
  ...more
}: PackageAddress) {
  const address = [street, city, state, zip, area].map((part) => fold(part ?? ""));
  const { houseType, tags = [], mlsNumber, yearBuilt, hoa, remarks } = more;
  const listed = [mlsNumber ?? "", String(yearBuilt ?? ""), hoa?.amount ?? "", remarks ?? ""];
  const words = [houseType ?? "", ...tags, ...schools.map(({ name }) => name), ...listed];
  const names = [listingAgent?.name ?? "", ...words, listingAgent?.email ?? ""].map(fold);
  const phone = (listingAgent?.phoneNumber ?? "").replace(/\D/g, "");
  const around = [...names, phone].filter((part) => part !== "");
  const searchText = [...address, `#${number}`, ...around].join("\n");
  return { streetKey: fold(street), areaKey: fold(area ?? ""), searchText };
}

const kept = z.object({
  street: z.string(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zip: z.string().nullable(),
  area: z.string().nullable(),
  house_type: z.string().nullable(),
  tags: z.array(z.string()),
  mls_number: z.string().nullable(),
  year_built: z.int().nullable(),
  hoa: z.object({ amount: z.string() }).nullable(),
  remarks: z.string().nullable(),
  number: z.int(),
  schools: z.array(z.object({ name: z.string() })),
  listing_agent: z
    .object({ name: z.string(), email: z.string().nullable(), phone_number: z.string().nullable() })
    .nullable(),
});

type Given = Readonly<Record<string, unknown>> & {
  readonly houseType?: string | null | undefined;
  readonly mlsNumber?: string | null | undefined;
  readonly yearBuilt?: number | null | undefined;
  readonly listingAgent?: ListingAgent | null | undefined;
};

/** After a change. @param record attributes in wire spelling */
export function packageKeysWith(record: Readonly<Record<string, unknown>>, given: Given) {
  const { listing_agent: before, ...rest } = kept.parse({ ...record, ...givenOf(given) });
  const agent = before === null ? null : { ...before, phoneNumber: before.phone_number };
  return packageKeysOf({
    ...rest,
    houseType: given.houseType === undefined ? rest.house_type : given.houseType,
    mlsNumber: given.mlsNumber === undefined ? rest.mls_number : given.mlsNumber,
    yearBuilt: given.yearBuilt === undefined ? rest.year_built : given.yearBuilt,
    listingAgent: given.listingAgent === undefined ? agent : given.listingAgent,
  });
}
