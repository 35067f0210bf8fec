/** The agents' own words about the demo's clients and properties: tags, lead sources, kinds of houses. */

export interface ClientWords {
  readonly tags: readonly string[];
  readonly leadSource: string | null;
}

export interface PackageWords {
  readonly tags: readonly string[];
  readonly houseType: string | null;
}

/** By the part of the email address before the sign: lead source | tags. */
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

/** By street: kind of house | tags. */
const ofPackages: Readonly<Record<string, string>> = {
  "2218 NW 64th Street": "Craftsman | Price reduced",
  "4107 Palatine Avenue N": "Townhouse |",
  "7015 32nd Avenue NE": "Tudor | Schools, Price reduced",
  "1420 E Denny Way, Unit 405": "Condominium | Pets allowed",
  "3820 Whitman Avenue N": "Townhouse |",
  "618 Maple Crest Lane": "Rambler | Price reduced",
  "11230 NE 97th Street": "Contemporary |",
  "3914 S Ferdinand Street": "Bungalow | Fixer-upper",
  "2533 Thorndyke Avenue W": "Mid-century | View, Price reduced",
  "4801 SW Andover Street": "Craftsman |",
  "8420 SE 72nd Place": "Contemporary | Waterfront",
  "9330 Day Road NE": "Farmhouse | Acreage",
  "6206 Woodlawn Avenue N": "Craftsman |",
  "18405 61st Avenue NE": "Split-level |",
  "2140 Westlake Avenue N, Unit 7": "Condominium | View",
  "24012 Old Owen Road": "Farmhouse | Acreage",
  "415 E Lakeshore Drive": "Lakefront | Waterfront",
  "1180 W Prairie Avenue": "Rambler |",
  "70 Schweitzer Spur": "Cabin |",
};

/** @param email of a client of the demo; others have none of both */
export function wordsOfClient(email: string): ClientWords {
  const { first, tags } = partsOf(ofClients[email.split("@")[0] ?? ""]);
  return { tags, leadSource: first };
}

/** @param street of a property of the demo; others have none of both */
export function wordsOfPackage(street: string): PackageWords {
  const { first, tags } = partsOf(ofPackages[street]);
  return { tags, houseType: first };
}

function partsOf(words = "") {
  const [first = "", tags = ""] = words.split("|").map((part) => part.trim());
  return { first: first || null, tags: tags === "" ? [] : tags.split(", ") };
}
