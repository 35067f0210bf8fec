import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { plainNumber } from "./phone-text.ts";

/**
 * What a typed phone number means, for forms, imports and the service: the text itself is what is stored. The library and
 * its numbering plans are 110 kB, so that browsers are given links that are made with it, and never the library.
 */

/** Numbers without a country are North American, since that is where the product's agents work. */
const usualCountry = "US";
const northAmerican = /^[2-9]\d{9}$/;

const fewestDigits = 5;
/** Those of E.164. */
const mostDigits = 15;

/** Spreadsheets turn long numbers into powers of ten: the digits are lost. */
const powerOfTen = /^\d+(?:[.,]\d+)?\s?e\+?\d+$/i;

/** Blanks and invisible signs at both ends, and the apostrophe by which a spreadsheet tells a text from a number. */
const start = /^[\s\p{Cf}]*(?:['’][\s\p{Cf}]*(?=[+(\p{Nd}]))?/u;
const end = /(?<![\s\p{Cf}])[\s\p{Cf}]+$/u;

/** What was typed without what nobody sees at its ends. */
export function tidyPhone(typed: string): string {
  return typed.replace(start, "").replace(end, "");
}

/** Why a text cannot be a phone number; null where it can. */
export function phoneProblem(typed: string): "rounded" | "short" | "impossible" | null {
  const text = plain(typed);
  if (powerOfTen.test(text)) return "rounded";
  if (numberIn(text) !== null) return null;
  const { length } = text.replace(/\D/g, "");
  if (length < fewestDigits) return "short";
  return text.startsWith("+") || length > mostDigits ? "impossible" : null;
}

/**
 * The digits that identify a number, its country first where it is known: "+49 (0)30 1234567" and "0049 30 1234567" have the same.
 * Extensions are left out.
 */
export function phoneDigits(typed: string): string {
  const text = plain(typed);
  return (numberIn(text)?.number ?? text).replace(/\D/g, "");
}

/** Digits and what stands between them, an extension included. */
const numberAlone = /^[\d\s().+/\u2010-\u2015-]+(?:(?:ext\.?|x|#)\s*\d{1,7})?$/i;

/** A search for fewer digits would find numbers that only end alike. */
const fewestNational = 6;

/**
 * The digits by which a number is searched among written ones, each enough by itself: as they were typed, and those that stand in
 * every way of writing it, which are without its country, the zero before an area, and an extension. None for other texts.
 */
export function searchedDigits(typed: string): readonly string[] {
  const text = plain(typed);
  const digits = text.replace(/\D/g, "");
  if (digits === "" || !numberAlone.test(text)) return [];
  const national = numberIn(text)?.nationalNumber ?? text.replace(/^\+1/, "").replace(/\D/g, "").replace(/^0+/, "");
  return national.length < fewestNational ? [digits] : [...new Set([digits, national])];
}

/** The `tel:` link (RFC 3966) of a number as people type it, an extension included; null for what cannot be dialed. */
export function callLink(typed: string): string | null {
  const text = plain(typed);
  const found = numberIn(text);
  if (found !== null) return `tel:${found.number}${found.ext === undefined ? "" : `;ext=${found.ext}`}`;
  const digits = text.replace(/\D/g, "");
  const isDialed = digits.length >= 3 && digits.length <= mostDigits && !/\p{L}/u.test(text);
  return isDialed ? `tel:${text.startsWith("+") ? "+" : ""}${digits}` : null;
}

/** In ASCII digits; with "+" for the "00" before a country, and without the decimals that some programs add to numbers. */
function plain(typed: string): string {
  return (
    tidyPhone(typed)
      .replace(/[^\P{Nd}0-9]/gu, asciiDigit)
      .replace(/\p{Cf}/gu, "")
      .replace(/^(\d+)[.,]0$/, "$1")
      .replace(/^00(?=[1-9])/, "+")
      // Mexico's mobile numbers had a 1 after the country until 2019.
      .replace(/^\+52 ?1(?=(?:[ .-]?\d){10}$)/, "+52")
  );
}

/** Digits of a script stand in one row of ten. */
function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(point - before - 1))) before += 1;
  return String(before % 10);
}

/** The number in a text with remarks (E.164), the first of several; null where none is there for sure. */
function numberIn(
  text: string,
): { readonly number: string; readonly nationalNumber: string; readonly ext?: string } | null {
  // A file of thousands of them must not take long.
  const [plainOne, ...digits] = plainNumber.exec(text) ?? [];
  if (plainOne !== undefined) return { number: `+1${digits.join("")}`, nationalNumber: digits.join("") };
  // What has no digits is an error to the library, whose making takes long; it knows no shorter number.
  if (powerOfTen.test(text) || text.replace(/\D/g, "").length < 2) return null;
  const parts = text.split(/[/;,|&]|\b(?:or|and)\b/i);
  const spelledOut = /\d[ .-]?[a-z-]{3,}$/i.test(text) ? [text.replace(/[a-z]/gi, keyOf)] : [];
  for (const candidate of [text, ...parts, ...spelledOut]) {
    const found = parsePhoneNumberFromString(candidate, usualCountry);
    if (found === undefined || !found.isPossible()) continue;
    if (found.countryCallingCode !== "1" || northAmerican.test(found.nationalNumber)) return found;
  }
  return null;
}

/** The key of a phone with a letter on it: "206-555-HOME". */
function keyOf(letter: string): string {
  return "22233344455566677778889999".charAt(letter.toLowerCase().charCodeAt(0) - 97);
}
