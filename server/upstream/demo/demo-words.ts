/** Tags, lead sources, kinds of houses and remarks of the demo's records. */
import { numberOf } from "./cells.ts";

export interface ClientWords {
  readonly tags: readonly string[];
  readonly leadSource: string | null;
}

export interface PackageWords {
  readonly tags: readonly string[];
  readonly houseType: string | null;
  readonly mlsNumber: string | null;
  readonly yearBuilt: number | null;
  readonly hoa: string | null;
  readonly remarks: string | null;
}

const ofClients: Readonly<Record<string, string>> = {
  buyer: "Referral | First-time buyer",
  "priya.raman": "Referral | Schools, Relocation",
  "marcus.okafor": "Website |",
  "elodie.fournier": "Open house | First-time buyer",
  abernathy: "Past client | Downsizing",
  "kenji.watanabe": "Relocation company | Relocation",
  "grace.mbeki": "Website | First-time buyer",
  "oliver.brandt": "Sign call |",
  "isabel.duarte": "Referral | Garden",
  "tomasz.z": "Open house |",
  "hannah.weiss": "Past client | Selling too",
  "devon.carter": "Website | First-time buyer, Investor",
  "meiling.chao": "Referral | Relocation, Cash",
  "patrick.orourke": "Social media |",
  holm: "Referral | New construction",
  "fatima.alsayed": "Relocation company | Relocation",
  "william.pryce": "Past client | Cash, Investor",
  "jamal.whitaker": "Website | VA loan",
  "noah.feldman": "Open house | Selling too",
  thorne: "Past client | Downsizing, Cash",
  "daniel.reyes": "Website | First-time buyer",
  "charlotte.avery": "Referral | Cash",
  "peter.novak": "Open house |",
  "vikram.desai": "Relocation company | Relocation",
  "wendell.fitch": "Past client |",
  devries: "Referral | Lakefront",
};

/** By street: kind of house | tags | MLS number | year built | HOA a month | remarks. */
const ofPackages: Readonly<Record<string, string>> = {
  "2218 NW 64th Street":
    "Craftsman | Price reduced | 2187340 | 1926 | | Lockbox on the side gate. The dog next door barks and is friendly.",
  "4107 Palatine Avenue N": "Townhouse | | 2191158 | 2014 | 95 | Shared drive: park on the street for showings.",
  "7015 32nd Avenue NE":
    "Tudor | Schools, Price reduced | 2185027 | 1931 | | Sellers leave for showings; an hour's notice.",
  "1420 E Denny Way, Unit 405":
    "Condominium | Pets allowed | 2189466 | 1998 | 487 | Call box 405. The HOA covers water, heat and the roof deck.",
  "3820 Whitman Avenue N": "Townhouse | | 2190822 | 2009 | 120 |",
  "618 Maple Crest Lane":
    "Rambler | Price reduced | 2180913 | 1962 | | New roof in 2022, with the permit in the documents.",
  "11230 NE 97th Street": "Contemporary | | 2192275 | 2017 | 65 |",
  "3914 S Ferdinand Street":
    "Bungalow | Fixer-upper | 2193004 | 1918 | | Sold as it is. Bring a flashlight for the basement.",
  "2533 Thorndyke Avenue W": "Mid-century | View, Price reduced | 2176651 | 1954 | | Best light after 3 PM.",
  "4801 SW Andover Street": "Craftsman | | 2188219 | 1941 | |",
  "8420 SE 72nd Place":
    "Contemporary | Waterfront | 2183390 | 2006 | 210 | Dock is shared with two neighbors; the agreement is recorded.",
  "9330 Day Road NE": "Farmhouse | Acreage | 2186108 | 1978 | | Well and septic. The pump was replaced last spring.",
  "6206 Woodlawn Avenue N": "Craftsman | | 2190047 | 1922 | |",
  "18405 61st Avenue NE": "Split-level | | 2182265 | 1973 | |",
  "2140 Westlake Avenue N, Unit 7": "Condominium | View | 2193751 | 2001 | 398 | One assigned space, P2-17.",
  "24012 Old Owen Road": "Farmhouse | Acreage | 2179534 | 1985 | | Gate code is with the listing agent.",
  "415 E Lakeshore Drive": "Lakefront | Waterfront | 24-8812 | 1967 | |",
  "1180 W Prairie Avenue": "Rambler | | 24-9034 | 1988 | |",
  "70 Schweitzer Spur": "Cabin |",
};

/** Lead source and tags of a demo client, by email. */
export function wordsOfClient(email: string): ClientWords {
  const { first, tags } = partsOf(ofClients[email.split("@")[0] ?? ""]);
  return { tags, leadSource: first };
}

/** Words about a demo property, by street. */
export function wordsOfPackage(street: string): PackageWords {
  const { first, tags, rest } = partsOf(ofPackages[street]);
  const [mlsNumber, yearBuilt, hoa, remarks] = rest;
  return {
    tags,
    houseType: first,
    mlsNumber: mlsNumber || null,
    yearBuilt: numberOf(yearBuilt),
    hoa: hoa || null,
    remarks: remarks || null,
  };
}

function partsOf(words = "") {
  const [first = "", tags = "", ...rest] = words.split("|").map((part) => part.trim());
  return { first: first || null, tags: tags === "" ? [] : tags.split(", "), rest };
}
