/** Tells numbers of banks and accounts from other numbers, by their check digits. */

/** Where the first two digits of a routing number may lie: Federal Reserve districts, savings banks, electronic, travelers' checks. */
const districts: readonly (readonly [number, number])[] = [
  [1, 12],
  [21, 32],
  [61, 72],
  [80, 80],
];

/** Whether nine digits are a routing number of a US bank (ABA): its district exists, and its check digit is right. */
export function isRoutingNumber(digits: string): boolean {
  if (!/^\d{9}$/.test(digits)) return false;
  const district = Number(digits.slice(0, 2));
  if (!districts.some(([from, to]) => district >= from && district <= to)) return false;
  return weighted(digits, [3, 7, 1]) % 10 === 0;
}

/** Whether 18 digits are a Mexican account number (CLABE): its check digit is right. */
export function isClabe(digits: string): boolean {
  if (!/^\d{18}$/.test(digits)) return false;
  const sum = weighted(digits.slice(0, 17), [3, 7, 1]);
  return (10 - (sum % 10)) % 10 === Number(digits.at(-1));
}

/** The sum of the digits, each times its weight; the weights recur. */
function weighted(digits: string, weights: readonly number[]): number {
  return [...digits].reduce((total, digit, place) => total + (weights[place % weights.length] ?? 0) * Number(digit), 0);
}

/** Lengths of IBANs by country, from the SWIFT registry. */
const ibanLengths: ReadonlyMap<string, number> = new Map(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18
  FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27
  MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24
  SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`
    .split(/\s/)
    .filter((entry) => entry !== "")
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** The longest one that there is. */
export const longestIban = 34;

/** Whether letters and digits without spaces are an IBAN: its country has ones of this length, and its check digits are right (ISO 7064). */
export function isIban(text: string): boolean {
  const typed = text.toUpperCase();
  if (typed.length !== ibanLengths.get(typed.slice(0, 2)) || !/^[A-Z]{2}\d{2}[A-Z\d]+$/.test(typed)) return false;
  let rest = 0;
  for (const sign of typed.slice(4) + typed.slice(0, 4)) {
    const value = Number.parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** Codes of all countries (ISO 3166-1), and of Kosovo. */
const countries: ReadonlySet<string> = new Set(
  (
    "ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCDCFCGCHCICKCLCMCNCOCRCUCVCWCXCYCZDEDJDKDMDODZECEE" +
    "EGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHMHNHRHTHUIDIEILIMINIOIQIRISITJEJMJOJPKEKGKHKIKMKNKPKRKWKYKZLALBLC" +
    "LILKLRLSLTLULVLYMAMCMDMEMFMGMHMKMLMMMNMOMPMQMRMSMTMUMVMWMXMYMZNANCNENFNGNINLNONPNRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPTPWPYQARERORSRURW" +
    "SASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTHTJTKTLTMTNTOTRTTTVTWTZUAUGUMUSUYUZVAVCVEVGVIVNVUWFWSXKYEYTZAZMZW"
  ).match(/../g),
);

/** Whether letters and digits have the form of a bank's code (SWIFT, BIC): bank, country, place and, where there is one, branch. */
export function isBankCode(text: string): boolean {
  const typed = text.toUpperCase();
  return /^[A-Z]{6}[A-Z\d]{2}([A-Z\d]{3})?$/.test(typed) && countries.has(typed.slice(4, 6));
}
