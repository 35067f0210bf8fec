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

/** The time zones to choose from. @param own the record's own and others, which are always among them */
export function timeZoneChoices(...own: readonly string[]): Choice[] {
  const zones = [...new Set(own.filter((zone) => !usual.includes(zone))), ...usual];
  return zones.map((value) => ({ value, label: showTimeZone(value) }));
}

/** An IANA name as people read it: "America/Los Angeles". */
export function showTimeZone(name: string): string {
  return name.replaceAll("_", " ");
}

/** Names that browsers still use for zones that can be chosen: former names, and places that share the clock. */
const formerZones = {
  "America/New_York": ["US/Eastern", "America/Indianapolis", "America/Louisville", "America/Fort_Wayne"],
  "America/Chicago": ["US/Central"],
  "America/Denver": ["US/Mountain", "America/Shiprock"],
  "America/Phoenix": ["US/Arizona"],
  "America/Los_Angeles": ["US/Pacific"],
  "America/Anchorage": ["US/Alaska"],
  "America/Toronto": ["America/Montreal"],
  "America/Tijuana": ["America/Ensenada"],
  "Pacific/Honolulu": ["US/Hawaii"],
  "Africa/Nairobi": ["Africa/Asmera"],
  "Asia/Jerusalem": ["Asia/Tel_Aviv"],
  "Asia/Kolkata": ["Asia/Calcutta"],
  "Asia/Dhaka": ["Asia/Dacca"],
  "Asia/Bangkok": ["Asia/Saigon"],
  "Asia/Shanghai": ["Asia/Chongqing"],
  "Europe/Kyiv": ["Europe/Kiev"],
  UTC: ["Etc/UTC", "Etc/GMT", "GMT"],
};

/** A zone as it is called now; null for what is none. @param name perhaps a former one, as browsers give it */
export function timeZoneNamed(name: string): string | null {
  if (usual.includes(name)) return name;
  try {
    const { timeZone } = new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions();
    const entry = Object.entries(formerZones).find(([, before]) => before.includes(name) || before.includes(timeZone));
    return entry?.[0] ?? timeZone;
  } catch {
    return null;
  }
}
