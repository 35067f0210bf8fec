import type { Choice } from "./options.tsx";

/** The clocks of the larger places of every region, those where most of the product's agents work first; a record may have any other. */
const usual = [
  ...["New_York", "Chicago", "Denver", "Phoenix", "Los_Angeles", "Anchorage"].map((city) => `America/${city}`),
  "Pacific/Honolulu",
  ...["Halifax", "St_Johns", "Toronto", "Winnipeg", "Edmonton", "Vancouver", "Puerto_Rico"].map(
    (city) => `America/${city}`,
  ),
  ...["Tijuana", "Mexico_City", "Cancun", "Panama", "Bogota", "Lima", "Santiago", "Sao_Paulo"].map(
    (city) => `America/${city}`,
  ),
  ...["Casablanca", "Lagos", "Cairo", "Johannesburg", "Nairobi"].map((city) => `Africa/${city}`),
  ...["Jerusalem", "Riyadh", "Dubai", "Karachi", "Kolkata", "Dhaka", "Bangkok", "Jakarta"].map(
    (city) => `Asia/${city}`,
  ),
  ...["Singapore", "Hong_Kong", "Shanghai", "Taipei", "Manila", "Seoul", "Tokyo"].map((city) => `Asia/${city}`),
  ...["Perth", "Adelaide", "Brisbane", "Sydney"].map((city) => `Australia/${city}`),
  ...["Lisbon", "London", "Dublin", "Madrid", "Paris", "Brussels", "Amsterdam", "Berlin"].map(
    (city) => `Europe/${city}`,
  ),
  ...["Zurich", "Rome", "Vienna", "Prague", "Warsaw", "Copenhagen", "Oslo", "Stockholm"].map(
    (city) => `Europe/${city}`,
  ),
  ...["Helsinki", "Athens", "Bucharest", "Kyiv", "Istanbul"].map((city) => `Europe/${city}`),
  ...["Atlantic/Reykjavik", "Pacific/Auckland", "Pacific/Guam", "UTC"],
];

/** The time zones to choose from. @param own the record's own, which is always among them */
export function timeZoneChoices(own: string): Choice[] {
  const zones = usual.includes(own) ? usual : [own, ...usual];
  return zones.map((value) => ({ value, label: showTimeZone(value) }));
}

/** An IANA name as people read it: "America/Los Angeles". */
export function showTimeZone(name: string): string {
  return name.replaceAll("_", " ");
}
