/**
 * Finds payment details in messages, in English and Spanish. Thieves in a mailbox send buyers an account of their own before closing,
 * so such a message is sent only after a question, and is shown with a warning. A rule that finds too much costs a question; one
 * that finds too little may cost a house. Each rule looks at a few words around each word, so the time is linear.
 */
import { sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { Refusal } from "../engine/refusal.ts";
import { messages } from "../tables.ts";

/** "changed": other details than earlier, or words that announce such. */
const paymentRules = ["routing", "iban", "swift", "account", "wire", "changed"] as const;
export type PaymentRule = (typeof paymentRules)[number];

const list = (words: string) => new Set(words.split(/\s+/));

const accountWords = list("account accounts acct routing aba rtn cuenta cuentas cta ruta clabe");

const linkWords = list(
  "number numbers no num nbr nr is are and the a of our my your new number numero nro es son y el la de del mi su nueva nuevo",
);

const otherNumbers = list(
  `manager executive rep representative call phone tel telephone text cell mobile fax ssn whatsapp login username email
  mls listing parcel apn pin folio permit lot license lic lockbox box code case invoice order ticket tracking policy zip
  llame llamar llameme telefono celular movil parcela catastral catastro permiso licencia factura codigo poliza caja`,
);

const wireWords = list("wire wires wired wiring");

const wired = list("transfer transfers instruction instructions money funds");

const moneyWords = list(
  `transfer transfers instructions fund funds money cash deposit deposits earnest payment payments pay balance remainder amount
  proceeds escrow bank account usd dollars`,
);

/** Near these, a wire is of metal. */
const metalWords = list(
  `electric electrical electrician exposed copper aluminum aluminium knob tube barbed chicken fence fencing mesh panel outlet outlets
  breaker speaker ethernet voltage attic ground grounding bare loose cloth shelving shelf rack thermostat romex old hard smoke
  detector detectors alarm house kitchen garage basement repair replaced replacing insulation gauge`,
);
const wireObjects = list("it them us me over usd");
const wireAskers = list("please to should must can could will need and or just then now you");

const transferWords = list(
  "transferencia transferencias transferir transfiera transfiere transfieran transferirme transferirnos",
);

const spanishMoney = list(
  `bancaria bancarias bancario electronica electronicas dinero fondos deposito pago pagos pagar pague paguen banco cuenta monto saldo
  anticipo enganche arras cierre haga hagan hacer realice realizar efectue envie enviar mande mandar dolares usd por instrucciones`,
);

const titleWords = list(
  "propiedad titulo titulos escritura escrituras dominio archivo archivos documento documentos poder llamada",
);

const changeWords = list(
  "new changed changes updated different revised nueva nuevas nuevo nuevos cambio cambiado cambiaron actualizada actualizadas",
);

const bankWords = list(
  "bank banking wire wiring routing payment bancaria bancarias bancario bancarios banco transferencia pago",
);

const detailWords = list(
  "account instructions details information info number datos cuenta instrucciones informacion numero",
);

/** The rules that a text meets. @param earlier texts of the thread with details; other details than theirs have changed */
export function paymentRulesIn(text: string, earlier: readonly string[] = []): readonly PaymentRule[] {
  const words = readWords(text);
  const { rules, details } = readDetails(words);
  if (hasWire(words) || hasTransfer(words)) rules.add("wire");
  if (announcesChange(words)) rules.add("changed");
  if (details.size > 0 && earlier.length > 0) {
    const known = new Set(earlier.flatMap((other) => [...readDetails(readWords(other)).details]));
    if (known.size > 0 && [...details].some((detail) => !known.has(detail))) rules.add("changed");
  }
  return paymentRules.filter((rule) => rules.has(rule));
}

/** Numbers of banks and accounts, without spaces. */
function readDetails(words: readonly Word[]) {
  const rules = new Set<PaymentRule>();
  const details = new Set<string>();
  const add = (rule: PaymentRule, detail: string) => {
    rules.add(rule);
    details.add(detail);
  };
  for (const [place, word] of words.entries()) {
    if (accountWords.has(word.text)) {
      for (const digits of accountsNear(words, place)) {
        if (isRoutingNumber(digits)) add("routing", digits);
        else add("account", digits);
      }
    }
    if (isRoutingNumber(word.text) && !isAfter(words, place, otherNumbers, 3)) add("routing", word.text);
    const clabe = joined(words, place, 18);
    if (isClabe(clabe)) add("account", clabe);
    const iban = ibanAt(words, place);
    if (iban !== null) add("iban", iban);
    if (isBankCodeAt(words, place)) add("swift", word.text);
  }
  return { rules, details };
}

/** "account number: 12 345 678", "cuenta 12345678", "12345678 is the account". */
function accountsNear(words: readonly Word[], place: number): readonly string[] {
  return [accountAfter(words, place), accountBefore(words, place)].filter((digits) => digits !== null);
}

function accountAfter(words: readonly Word[], place: number): string | null {
  let others = 0;
  for (const [index, word] of words.slice(place + 1, place + 9).entries()) {
    if (otherNumbers.has(word.text) || (word.beginsSentence && others > 0)) return null;
    if (/^\d/.test(word.text)) return accountAt(words, place + 1 + index, others > 0 || word.beginsSentence);
    if (!linkWords.has(word.text) && !accountWords.has(word.text)) others += 1;
    if (others > 2) return null;
  }
  return null;
}

function accountBefore(words: readonly Word[], place: number): string | null {
  for (let before = place - 1; before >= place - 4 && !words[before + 1]?.beginsSentence; before -= 1) {
    const word = words[before];
    if (word === undefined) return null;
    if (linkWords.has(word.text)) continue;
    const isFollowed = otherNumbers.has(words[place + 1]?.text ?? "");
    return /^\d{8,17}$/.test(word.text) && !word.isMoney && !isFollowed ? word.text : null;
  }
  return null;
}

/** The digits of an account; null for a price, a date and, behind other words, a phone number. */
function accountAt(words: readonly Word[], place: number, isFar: boolean): string | null {
  if (words[place]?.isMoney) return null;
  const groups = groupsAt(words, place, 18);
  const digits = groups.join("");
  const shape = groups.map(({ length }) => length).join("-");
  const isDate = ["4-2-2", "2-2-4", "1-2-4", "2-1-4", "1-1-4"].includes(shape);
  const isPhone = isFar && ["3-3-4", "1-3-3-4"].includes(shape);
  return digits.length < 6 || digits.length > 18 || isDate || isPhone ? null : digits;
}

function groupsAt(words: readonly Word[], place: number, most: number): readonly string[] {
  const groups: string[] = [];
  let length = 0;
  for (let next = place; next < words.length; next += 1) {
    const word = words[next];
    if (word === undefined || !/^\d{1,18}$/.test(word.text) || (next > place && !word.isJoined)) break;
    length += word.text.length;
    if (length > most) break;
    groups.push(word.text);
  }
  return groups;
}

function joined(words: readonly Word[], place: number, most: number): string {
  return /^\d{1,18}$/.test(words[place]?.text ?? "") ? groupsAt(words, place, most).join("") : "";
}

function ibanAt(words: readonly Word[], place: number): string | null {
  if (!/^[a-z]{2}\d{2}/.test(words[place]?.text ?? "")) return null;
  let text = "";
  for (let next = place; next < words.length; next += 1) {
    const word = words[next];
    if (word === undefined || (next > place && !word.isJoined)) return null;
    text += word.text;
    if (text.length > longestIban) return null;
    if (isIban(text)) return text;
  }
  return null;
}

/** A SWIFT code in capitals or with a digit, after a word that announces it or with a digit of its own. */
function isBankCodeAt(words: readonly Word[], place: number): boolean {
  const word = words[place];
  if (word === undefined || word.text.length > 11 || !isBankCode(word.text)) return false;
  const hasDigit = /\d/.test(word.text);
  if (isAfter(words, place, swiftWords, 3)) return hasDigit || word.isCapital;
  return hasDigit && word.isCapital && !isAfter(words, place, otherNumbers, 3);
}

const swiftWords = list("swift bic");

function hasWire(words: readonly Word[]): boolean {
  return words.some(({ text, beginsSentence }, place) => {
    if (text === "transfer") return isAfter(words, place, bank, 1) || isBefore(words, place, transferred, 3);
    if (!wireWords.has(text)) return false;
    if (isBefore(words, place, wired, 1)) return true;
    // Almost always of metal.
    if (text === "wires" || text === "wiring" || isNear(words, place, metalWords, 3)) return false;
    const next = words[place + 1]?.text ?? "";
    const isAsked = beginsSentence || isAfter(words, place, wireAskers, 1);
    if (isAsked && (wireObjects.has(next) || /^\d/.test(next))) return true;
    return isNear(words, place, moneyWords, 6) || hasMoney(words, place);
  });
}

const bank = list("bank");
const transferred = list("funds money deposit payment balance");

function hasTransfer(words: readonly Word[]): boolean {
  return words.some(({ text }, place) => {
    if (text === "giro") return isBefore(words, place, bankTransfer, 1);
    if (!transferWords.has(text)) return false;
    if (isBefore(words, place, bankTransfer, 1)) return true;
    if (isNear(words, place, titleWords, 4)) return false;
    return isNear(words, place, spanishMoney, 6) || hasMoney(words, place);
  });
}

const bankTransfer = list("bancaria bancarias bancario bancarios electronica electronicas");

function hasMoney(words: readonly Word[], place: number): boolean {
  return words.slice(place + 1, place + 7).some(({ isMoney }) => isMoney);
}

/** "Our bank account has changed", "new wire instructions", "la cuenta bancaria cambió". */
function announcesChange(words: readonly Word[]): boolean {
  return words.some(
    ({ text }, place) =>
      bankWords.has(text) &&
      isNear(words, place, detailWords, 3) &&
      isNear(words, place, changeWords, 5) &&
      !isNear(words, place, metalWords, 3),
  );
}

function isAfter(words: readonly Word[], place: number, wanted: ReadonlySet<string>, most: number): boolean {
  return words.slice(Math.max(0, place - most), place).some(({ text }) => wanted.has(text));
}

function isBefore(words: readonly Word[], place: number, wanted: ReadonlySet<string>, most: number): boolean {
  return words.slice(place + 1, place + 1 + most).some(({ text }) => wanted.has(text));
}

function isNear(words: readonly Word[], place: number, wanted: ReadonlySet<string>, most: number): boolean {
  return isAfter(words, place, wanted, most) || isBefore(words, place, wanted, most);
}

interface Word {
  readonly text: string;
  readonly isCapital: boolean;
  /** Whether at most one space, dash or dot precedes it. */
  readonly isJoined: boolean;
  readonly beginsSentence: boolean;
  readonly isMoney: boolean;
}

/** No message is longer. */
const longest = 100_000;

/** Words: runs of letters and digits; invisible characters and other forms of letters hide none. */
function readWords(text: string): readonly Word[] {
  const plain = text
    .slice(0, longest)
    .normalize("NFKD")
    .replaceAll(/[\p{M}\p{Cf}]/gu, "");
  const words: Word[] = [];
  let end = 0;
  for (const { 0: word, index } of plain.matchAll(/[\p{L}\p{N}]+/gu)) {
    const gap = plain.slice(end, index);
    const near = gap.slice(-3);
    words.push({
      text: word.toLowerCase(),
      isCapital: word === word.toUpperCase() && word !== word.toLowerCase(),
      isJoined: /^[ .-]?$/.test(gap),
      beginsSentence: words.length === 0 || /[.!?;\n]/.test(near),
      isMoney: /[$€£]/.test(near),
    });
    end = index + word.length;
  }
  return words;
}

const mostEarlier = 50;

/** The rules that a text meets in a client's thread. @param exceptId of the message that is changed */
export async function findPaymentRules(
  database: Queries,
  clientId: string,
  text: string,
  exceptId: string | null = null,
): Promise<readonly PaymentRule[]> {
  if (paymentRulesIn(text).length === 0) return [];
  const earlier = await database
    .select({ body: messages.body })
    .from(messages)
    .where(sql`${messages.clientId} = ${clientId} and ${messages.paymentWarning} <> '{}' and ${messages.deletedAt} is null
      and ${messages.id} is distinct from ${exceptId}::uuid`)
    .orderBy(sql`${messages.number} desc`)
    .limit(mostEarlier);
  const texts = earlier.map(({ body }) => body);
  return paymentRulesIn(text, texts);
}

/** Asks staff to confirm payment details. @throws Refusal 422 `payment_details`, or `payment_details_changed` */
export function checkPaymentDetails(rules: readonly PaymentRule[], isConfirmed: boolean): void {
  if (rules.length === 0 || isConfirmed) return;
  const source = { pointer: "/data/attributes/payment_confirmed" };
  throw new Refusal([
    rules.includes("changed")
      ? {
          status: 422,
          code: "payment_details_changed",
          detail: "The payment details are not those of earlier messages.",
          source,
        }
      : { status: 422, code: "payment_details", detail: "This looks like payment details.", source },
  ]);
}

/** Federal Reserve districts, savings banks, electronic, travelers' checks. */
const districts: readonly (readonly [number, number])[] = [
  [1, 12],
  [21, 32],
  [61, 72],
  [80, 80],
];

/** A routing number of a US bank (ABA): district and check digit. */
export function isRoutingNumber(digits: string): boolean {
  if (!/^\d{9}$/.test(digits)) return false;
  const district = Number(digits.slice(0, 2));
  if (!districts.some(([from, to]) => district >= from && district <= to)) return false;
  return weighted(digits, [3, 7, 1]) % 10 === 0;
}

/** A Mexican account number (CLABE): check digit. */
export function isClabe(digits: string): boolean {
  if (!/^\d{18}$/.test(digits)) return false;
  const sum = weighted(digits.slice(0, 17), [3, 7, 1]);
  return (10 - (sum % 10)) % 10 === Number(digits.at(-1));
}

function weighted(digits: string, weights: readonly number[]): number {
  return [...digits].reduce((total, digit, place) => total + (weights[place % weights.length] ?? 0) * Number(digit), 0);
}

/** By country, from the SWIFT registry. */
const ibanLengths: ReadonlyMap<string, number> = new Map(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18
  FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27
  MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24
  SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`
    .split(/\s/)
    .filter((entry) => entry !== "")
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

const longestIban = 34;

/** An IBAN: the country's length, and check digits (ISO 7064). */
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

/** ISO 3166-1, and Kosovo. */
const countries: ReadonlySet<string> = new Set(
  (
    "ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCDCFCGCHCICKCLCMCNCOCRCUCVCWCXCYCZDEDJDKDMDODZECEE" +
    "EGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHMHNHRHTHUIDIEILIMINIOIQIRISITJEJMJOJPKEKGKHKIKMKNKPKRKWKYKZLALBLC" +
    "LILKLRLSLTLULVLYMAMCMDMEMFMGMHMKMLMMMNMOMPMQMRMSMTMUMVMWMXMYMZNANCNENFNGNINLNONPNRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPTPWPYQARERORSRURW" +
    "SASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTHTJTKTLTMTNTOTRTTTVTWTZUAUGUMUSUYUZVAVCVEVGVIVNVUWFWSXKYEYTZAZMZW"
  ).match(/../g),
);

/** A bank's code (SWIFT, BIC): bank, country, place and branch. */
export function isBankCode(text: string): boolean {
  const typed = text.toUpperCase();
  return /^[A-Z]{6}[A-Z\d]{2}([A-Z\d]{3})?$/.test(typed) && countries.has(typed.slice(4, 6));
}
