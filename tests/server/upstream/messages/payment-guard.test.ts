import { describe, expect, test } from "vitest";
import {
  isBankCode,
  isClabe,
  isIban,
  isRoutingNumber,
  type PaymentRule,
  paymentRulesIn,
} from "#server/upstream/messages/payment-guard.ts";

/** What looks like payment details, and by which rules. */
const positives: readonly (readonly [string, readonly PaymentRule[]])[] = [
  ["Routing number: 021000021", ["routing"]],
  ["ABA 026009593, account 000123456789", ["routing", "account"]],
  ["Send it to 121000248 please", ["routing"]],
  ["routing 021 000 021", ["routing"]],
  ["Our routing number is 123456789", ["account"]],
  ["Número de ruta: 021000021", ["routing"]],
  ["Ｒｏｕｔｉｎｇ ０２１００００２１ or 021000021", ["routing"]],
  ["Routing 0210\u200b00021", ["routing"]],
  ["DE89 3704 0044 0532 0130 00", ["iban"]],
  ["IBAN:GB82WEST12345698765432", ["iban"]],
  ["iban gb82 west 1234 5698 7654 32 thanks", ["iban"]],
  ["Pague a ES91-2100-0418-4502-0005-1332 hoy", ["iban"]],
  ["SWIFT CHASUS33", ["swift"]],
  ["BIC: DEUTDEFF", ["swift"]],
  ["código swift BCMRMXMM", ["swift"]],
  ["Our bank is BOFAUS3N", ["swift"]],
  ["Account number: 12345678", ["account"]],
  ["Acct. no. 1234-5678-90", ["account"]],
  ["The account is at Chase: 987654321012", ["account"]],
  ["987654321012 is the account", ["account"]],
  ["Número de cuenta 0123456789", ["account"]],
  ["CLABE 032180000118359719", ["account"]],
  ["032180000118359719", ["account"]],
  ["Account number:\n\n4400123456", ["account"]],
  ["Please wire the deposit by Friday", ["wire"]],
  ["WIRE TRANSFER INSTRUCTIONS ATTACHED", ["wire"]],
  ["Wire it to the title company", ["wire"]],
  ["You should wire $25,000 today", ["wire"]],
  ["Please wire 25000 today", ["wire"]],
  ["The wiring instructions are below", ["wire"]],
  ["Make a bank transfer for the earnest money", ["wire"]],
  ["Transfer the remaining funds before noon", ["wire"]],
  ["W\u00adi\u00adre transfer", ["wire"]],
  ["Haga la transferencia hoy", ["wire"]],
  ["Pague el depósito por transferencia", ["wire"]],
  ["Envíe $5,000 por TRANSFERENCIA BANCARIA", ["wire"]],
  ["Debe transferir el dinero al cierre", ["wire"]],
  ["Mándelo por giro bancario", ["wire"]],
  ["Our bank account has changed", ["changed"]],
  ["Use the new wire instructions", ["wire", "changed"]],
  ["The payment details were updated", ["changed"]],
  ["Updated payment instructions follow", ["changed"]],
  ["La cuenta bancaria cambió", ["changed"]],
  ["Le mando los nuevos datos bancarios", ["changed"]],
];

/** What agents write every day. */
const negatives: readonly string[] = [
  "",
  "The lock box code is 4821, and the gate is 021000.",
  "Lock box 02100002, gate code #121000248",
  "Lockbox code: CBSUS123",
  "MLS 021000021 came back on the market",
  "MLS# 202512345 and MLS #121000248",
  "Call me at 206-555-0142 or (206) 555-0143",
  "Phone 2065550142, cell 121000248",
  "Llámeme al celular 612345678 o al teléfono 121000248",
  "My account manager's number is 206-555-0142",
  "Ask the account manager at 2065550142",
  "I opened an account. 206-555-0142 is my number.",
  "The list price is $849,000; they paid 1,250,000 in 2019.",
  "Price 519000000",
  "Parcel number 121000248, APN 021-000-021",
  "Número de parcela 121000248; folio 026009593",
  "123 Harbour Street, Seattle, WA 98101-1234",
  "2,150 sq ft on 8,712 sq ft, built 1926, 3 bd, 2.5 ba",
  "The showing is on 2026-11-24 at 10:30, or 11/25/2026.",
  "Your account was opened on 2026-11-22",
  "Permit 021000021 and license no. 026009593 are on file",
  "Thanks for the swift response!",
  "They want a swift decision, in capitals: MEETINGS",
  "The electrical wire in the attic is exposed; we ask for $500 off.",
  "Knob and tube wiring costs $12,000 to replace",
  "Replacing the old wire before the deposit is due",
  "The wires hang down in the basement",
  "Wireless and hardwired smoke detectors",
  "A chicken wire fence, and wire shelving in the pantry",
  "The transfer tax is paid by the seller",
  "La transferencia del título se hace después del cierre",
  "La transferencia de la escritura la paga el vendedor",
  "Haga un giro a la derecha por la calle Pine",
  "My bank approved the loan for $640,000",
  "Mi banco aprobó el préstamo de $640,000",
  "The new account of the inspection is in your documents",
  "We got the pre-approval letter from the bank.",
  "Card ending in 4321 was charged",
  "Order 12345678 for the sign, invoice 87654321",
  "Tracking 1Z999AA10123456784",
  "GB is great, DE89 is a road, and FR27 too",
  "Sqft 1,850; lot 0.25 acres; HOA $250 a month; taxes $5,400 a year",
];

describe("the payment guard finds", () => {
  test.each(positives)("%j", (text, rules) => {
    expect(paymentRulesIn(text)).toEqual(rules);
  });
});

describe("the payment guard leaves alone", () => {
  test.each(negatives)("%j", (text) => {
    expect(paymentRulesIn(text)).toEqual([]);
  });
});

test("details that differ from those of earlier messages have changed, and the same in another spelling have not", () => {
  const earlier = ["Account number 1234 5678 90", "IBAN DE89 3704 0044 0532 0130 00"];
  expect(paymentRulesIn("Account number 1234-5678-90", earlier)).toEqual(["account"]);
  expect(paymentRulesIn("de89370400440532013000", earlier)).toEqual(["iban"]);
  expect(paymentRulesIn("Account number 9999 5678 90", earlier)).toEqual(["account", "changed"]);
  expect(paymentRulesIn("Please wire the deposit", earlier)).toEqual(["wire"]);
  expect(paymentRulesIn("Account number 1234567890", ["Please wire the deposit"])).toEqual(["account"]);
});

test("numbers of banks are told by their check digits", () => {
  expect(["021000021", "026009593", "121000248", "322271627"].map(isRoutingNumber)).toEqual([true, true, true, true]);
  expect(["021000022", "991000248", "12100024", "1210002481", ""].map(isRoutingNumber)).toEqual(
    Array.from({ length: 5 }, () => false),
  );
  expect(["DE89370400440532013000", "gb82west12345698765432", "NO9386011117947"].map(isIban)).toEqual([
    true,
    true,
    true,
  ]);
  expect(["DE88370400440532013000", "DE8937040044053201300", "ZZ89370400440532013000"].map(isIban)).toEqual([
    false,
    false,
    false,
  ]);
  expect([isClabe("032180000118359719"), isClabe("032180000118359718")]).toEqual([true, false]);
  expect(["CHASUS33", "DEUTDEFF500", "BOFAUS3N"].map(isBankCode)).toEqual([true, true, true]);
  expect(["CHASZZ33", "CHAS1S33", "CHASUS3", "CHASUS3344"].map(isBankCode)).toEqual([false, false, false, false]);
});

test("hostile texts are read in proportion to their length", () => {
  const units = [
    "1",
    "021000021 ",
    "a",
    "account ",
    "wire ",
    "DE89 ",
    "- ",
    "\u0301",
    "\u200b",
    "account 1 ",
    "ﷺ",
    "\n",
    "transferencia ",
  ];
  for (const unit of units) {
    // The words that are looked at are counted by their number alone: ten times the text gives the same rules, and ends.
    const rules = paymentRulesIn(unit.repeat(Math.ceil(10_000 / unit.length)));
    expect(paymentRulesIn(unit.repeat(Math.ceil(100_000 / unit.length)))).toEqual(rules);
  }
});
