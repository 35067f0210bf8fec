/** The clock that most people of a region live by, of the zones that can be chosen. */
const zones: Readonly<Record<string, string>> = {
  ...{ US: "America/New_York", CA: "America/Toronto", PR: "America/Puerto_Rico", MX: "America/Mexico_City" },
  ...{
    PA: "America/Panama",
    CO: "America/Bogota",
    PE: "America/Lima",
    CL: "America/Santiago",
    BR: "America/Sao_Paulo",
  },
  ...{
    MA: "Africa/Casablanca",
    NG: "Africa/Lagos",
    EG: "Africa/Cairo",
    ZA: "Africa/Johannesburg",
    KE: "Africa/Nairobi",
  },
  ...{ IL: "Asia/Jerusalem", SA: "Asia/Riyadh", AE: "Asia/Dubai", PK: "Asia/Karachi", IN: "Asia/Kolkata" },
  ...{ BD: "Asia/Dhaka", TH: "Asia/Bangkok", ID: "Asia/Jakarta", SG: "Asia/Singapore", HK: "Asia/Hong_Kong" },
  ...{ CN: "Asia/Shanghai", TW: "Asia/Taipei", PH: "Asia/Manila", KR: "Asia/Seoul", JP: "Asia/Tokyo" },
  ...{ AU: "Australia/Sydney", NZ: "Pacific/Auckland", GU: "Pacific/Guam", IS: "Atlantic/Reykjavik" },
  ...{ PT: "Europe/Lisbon", GB: "Europe/London", IE: "Europe/Dublin", ES: "Europe/Madrid", FR: "Europe/Paris" },
  ...{ BE: "Europe/Brussels", NL: "Europe/Amsterdam", DE: "Europe/Berlin", CH: "Europe/Zurich", IT: "Europe/Rome" },
  ...{ AT: "Europe/Vienna", CZ: "Europe/Prague", PL: "Europe/Warsaw", DK: "Europe/Copenhagen", NO: "Europe/Oslo" },
  ...{ SE: "Europe/Stockholm", FI: "Europe/Helsinki", GR: "Europe/Athens", RO: "Europe/Bucharest" },
  ...{ UA: "Europe/Kyiv", TR: "Europe/Istanbul" },
};

/** Languages that are spoken in one of these regions alone, so that browsers name none. */
const regions: Readonly<Record<string, string>> = {
  ...{ cs: "CZ", da: "DK", de: "DE", el: "GR", fi: "FI", fr: "FR", he: "IL", is: "IS", it: "IT", ja: "JP", ko: "KR" },
  ...{ nb: "NO", nl: "NL", no: "NO", pl: "PL", ro: "RO", sv: "SE", th: "TH", tr: "TR", uk: "UA" },
};

/** The zone of the language that a browser likes best; null where that says none. @param languages an Accept-Language header */
export function likelyTimeZone(languages: string): string | null {
  const [first = ""] = languages.split(/[,;]/);
  const [language = "", ...parts] = first.trim().split("-");
  const region = parts.find((part) => /^[A-Za-z]{2}$/.test(part)) ?? regions[language.toLowerCase()];
  return zones[region?.toUpperCase() ?? ""] ?? null;
}
