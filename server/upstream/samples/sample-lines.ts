/** What the sample data is made of: nobody's names and numbers, at addresses that are nowhere. */

export const sampleClients = [
  {
    name: "Rosa Delgado",
    phoneNumber: "(206) 555-0161",
    profile: {
      budgetAmount: "620000",
      minBeds: 3,
      minBaths: 2,
      preferredAreas: ["Old Mill"],
      propertyTypes: ["Townhouse"],
      notes: "Needs a room to work in. Wants to move before the school year.",
    },
  },
  {
    name: "Ken and Amy Tanaka",
    phoneNumber: "(206) 555-0162",
    profile: {
      budgetAmount: "875000",
      minBeds: 4,
      minBaths: 2.5,
      preferredAreas: ["Harbor View"],
      propertyTypes: ["Craftsman"],
      notes: "Two children and a dog. A garden matters more than the garage.",
    },
  },
  {
    name: "Omar Haddad",
    phoneNumber: "(206) 555-0163",
    profile: {
      budgetAmount: "450000",
      minBeds: 1,
      minBaths: 1,
      preferredAreas: ["Downtown"],
      propertyTypes: ["Condominium"],
      notes: "First home. Has a lender's letter.",
    },
  },
] as const;

const place = { city: "Fairhaven Falls", state: "WA", zip: "98000" };
const usd = (amount: string) => ({ amount, currency: "USD" });

export const samplePackages = [
  {
    ...place,
    street: "118 Juniper Court",
    area: "Old Mill",
    houseType: "Townhouse",
    listPrice: usd("598000.00"),
    beds: 3,
    baths: 2,
    sqft: 1640,
    lotSize: 2400,
    garages: 1,
    yearBuilt: 2006,
  },
  {
    ...place,
    street: "2045 Harbor View Drive",
    area: "Harbor View",
    houseType: "Craftsman",
    listPrice: usd("859000.00"),
    beds: 4,
    baths: 2.5,
    sqft: 2380,
    lotSize: 6100,
    garages: 2,
    yearBuilt: 1998,
  },
  {
    ...place,
    street: "77 Mill Street, Unit 3",
    area: "Downtown",
    houseType: "Condominium",
    listPrice: usd("439000.00"),
    beds: 1,
    baths: 1,
    sqft: 720,
    yearBuilt: 2014,
  },
  {
    ...place,
    street: "930 Orchard Lane",
    area: "Old Mill",
    houseType: "Rambler",
    listPrice: usd("645000.00"),
    beds: 3,
    baths: 1.5,
    sqft: 1510,
    lotSize: 8200,
    garages: 2,
    yearBuilt: 1974,
  },
];

/** By the places of client and property above. A showing has no date of its own: it is some days ahead of when it is made. */
export const sampleDeals = [
  { client: 0, property: 0, rank: "High", stage: "showing_scheduled", showingInDays: 3, offer: null },
  { client: 1, property: 1, rank: "Medium", stage: "offer_sent", showingInDays: null, offer: "845000" },
] as const;
