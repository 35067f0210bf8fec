/** The lines of an estimate: an amount each, how it is calculated, and from which source. */

import { toThousandths, toUnits } from "../units.ts";
import { type Figures, monthsOf } from "./figures.ts";
import { percentOf } from "./formulas.ts";
import type { CostInputs } from "./inputs.ts";
import { countWords, dayWords, moneyWords } from "./words.ts";

/** What a line is added up to: nothing, the monthly payment, the closing costs, or the cash to close. */
type Section = "loan" | "monthly" | "closing" | "cash";

export interface CostLine {
  readonly section: Section;
  /** Names the line; the same in every estimate. */
  readonly key: string;
  readonly label: string;
  /** Only where the agent has named the line in Spanish. */
  readonly label_es?: string;
  /** In whole units of the currency; below 0 for what is taken off. */
  readonly amount: bigint;
  readonly basis: string;
  readonly source: string;
}

/** The source of a line where none was entered. */
const ownEstimate = "Agent's estimate";
const calculated = "Calculated";
const entered = "As entered";

type Part = keyof CostInputs["sources"];

/** Gives functions that make lines of these inputs; an amount of null makes no line. */
function writerOf(inputs: CostInputs, { digits }: Figures) {
  const { currency, sources } = inputs;
  return {
    money: (units: bigint) => moneyWords(units, digits, currency),
    units: (typed: string | null) => (typed === null ? null : toUnits(typed, digits)),
    line(
      section: Section,
      part: Part | null,
      key: string,
      label: string,
      amount: bigint | null,
      basis: string,
    ): CostLine[] {
      const source = part === null ? calculated : (sources[part] ?? ownEstimate);
      return amount === null ? [] : [{ section, key, label, amount, basis, source }];
    },
  };
}

/** How the price is paid. */
export function loanLines(inputs: CostInputs, figures: Figures): CostLine[] {
  const { line } = writerOf(inputs, figures);
  const { downPaymentPercent } = inputs;
  const share = downPaymentPercent === null ? entered : `${downPaymentPercent}% of the price`;
  return [
    ...line("loan", "loan", "price", "Price", figures.price, entered),
    ...line("loan", "loan", "down_payment", "Down payment", figures.downPayment, share),
    ...line("loan", null, "loan", "Loan", figures.loan, "Price minus down payment"),
  ];
}

/** What is paid each month. */
export function monthlyLines(inputs: CostInputs, figures: Figures): CostLine[] {
  const { line, money, units } = writerOf(inputs, figures);
  const { loan, months, yearlyTax, yearlyInsurance } = figures;
  const byYear = (yearly: bigint | null) => `${money(yearly ?? 0n)} per year ÷ 12`;
  const payment = `${money(loan)} over ${countWords(months, "month")} at ${inputs.ratePercent}% per year`;
  const insurance = figures.needsMortgageInsurance
    ? `${inputs.pmiPercent}% of the loan per year ÷ 12, because the loan exceeds 80% of the price`
    : "None: the loan is at most 80% of the price";
  const tax = monthsOf(yearlyTax, 1);
  const owners = monthsOf(yearlyInsurance, 1);
  return [
    ...line("monthly", "loan", "principal_and_interest", "Principal and interest", figures.payment, payment),
    ...line("monthly", "housing", "property_tax", "Property tax", tax, taxBasis(inputs, byYear(yearlyTax))),
    ...line("monthly", "housing", "insurance", "Homeowner's insurance", owners, byYear(yearlyInsurance)),
    ...line("monthly", "housing", "hoa", "HOA dues", units(inputs.hoaMonthly), "As entered, per month"),
    ...line("monthly", "loan", "pmi", "Mortgage insurance (PMI)", figures.mortgageInsurance, insurance),
  ];
}

function taxBasis({ propertyTaxPercent }: CostInputs, byYear: string): string {
  return propertyTaxPercent === null ? byYear : `${byYear} (${propertyTaxPercent}% of the price)`;
}

/** What closing costs. */
export function closingLines(inputs: CostInputs, figures: Figures): CostLine[] {
  const { line, units } = writerOf(inputs, figures);
  const { originationPercent, pointsPercent, recordingFees, services, others } = inputs;
  const ofLoan = (percent: string | null) =>
    percent === null ? null : percentOf(figures.loan, toThousandths(percent));
  const listed = (part: "services" | "others", key: string, charges: CostInputs["services"]) =>
    charges.flatMap(({ label, labelEs, amount }, index) => {
      const lines = line("closing", part, `${key}_${index + 1}`, label, units(amount), entered);
      return labelEs === undefined ? lines : lines.map((one) => ({ ...one, label_es: labelEs }));
    });
  const credit = units(inputs.lenderCredit);
  return [
    ...line(
      "closing",
      "lender",
      "origination",
      "Origination charge",
      ofLoan(originationPercent),
      shareOfLoan(originationPercent),
    ),
    ...line("closing", "lender", "points", "Points", ofLoan(pointsPercent), shareOfLoan(pointsPercent)),
    ...listed("services", "service", services),
    ...line("closing", "government", "recording_fees", "Recording fees", units(recordingFees), entered),
    ...transferTaxLine(inputs, figures),
    ...prepaidLines(inputs, figures),
    ...listed("others", "other", others),
    ...line(
      "closing",
      "lender",
      "lender_credit",
      "Lender credit",
      credit === null ? null : -credit,
      "As entered (deducted)",
    ),
  ];
}

const shareOfLoan = (percent: string | null) => `${percent}% of the loan`;

function transferTaxLine(inputs: CostInputs, figures: Figures): CostLine[] {
  const { line, units } = writerOf(inputs, figures);
  const { transferTaxPercent: percent } = inputs;
  const amount = percent === null ? units(inputs.transferTax) : percentOf(figures.price, toThousandths(percent));
  const basis = percent === null ? entered : `${percent}% of the price`;
  return line("closing", "government", "transfer_tax", "Transfer tax", amount, basis);
}

/** What is paid at closing for the time after it. */
function prepaidLines(inputs: CostInputs, figures: Figures): CostLine[] {
  const { line, money } = writerOf(inputs, figures);
  const { yearlyTax, yearlyInsurance } = figures;
  const { prepaidInsuranceMonths, prepaidTaxMonths, escrowMonths } = inputs;
  const parts = [yearlyTax, yearlyInsurance].filter((yearly) => yearly !== null);
  const sum = parts.length === 0 ? null : parts.reduce((total, yearly) => total + yearly, 0n);
  const both = parts.map(money).join(" + ");
  const forMonths = (yearly: string, count: number | null) =>
    `${yearly} per year ÷ 12 × ${countWords(count ?? 0, "month")}`;
  const insurance = monthsOf(yearlyInsurance, prepaidInsuranceMonths);
  const tax = monthsOf(yearlyTax, prepaidTaxMonths);
  const insuranceBasis = forMonths(money(yearlyInsurance ?? 0n), prepaidInsuranceMonths);
  const taxBasis = forMonths(money(yearlyTax ?? 0n), prepaidTaxMonths);
  const escrow = monthsOf(sum, escrowMonths);
  const escrowBasis = forMonths(parts.length > 1 ? `(${both})` : both, escrowMonths);
  return [
    ...line(
      "closing",
      "prepaids",
      "prepaid_interest",
      "Prepaid interest",
      figures.interest,
      interestBasis(inputs, figures),
    ),
    ...line("closing", "prepaids", "prepaid_insurance", "Prepaid homeowner's insurance", insurance, insuranceBasis),
    ...line("closing", "prepaids", "prepaid_tax", "Prepaid property tax", tax, taxBasis),
    ...line("closing", "prepaids", "escrow", "Initial escrow payment", escrow, escrowBasis),
  ];
}

function interestBasis(inputs: CostInputs, figures: Figures): string {
  const { money } = writerOf(inputs, figures);
  const { closingOn, ratePercent } = inputs;
  if (closingOn === null || figures.interestDays === null) return "No closing date entered";
  const days = countWords(figures.interestDays, "day");
  return `${money(figures.loan)} × ${ratePercent}% ÷ 365 × ${days}, from ${dayWords(closingOn)} to the end of the month`;
}

/** The cash to close. @param closingCosts their sum */
export function cashLines(inputs: CostInputs, figures: Figures, closingCosts: bigint): CostLine[] {
  const { line, units } = writerOf(inputs, figures);
  const takenOff = (typed: string | null) => {
    const amount = units(typed);
    return amount === null ? null : -amount;
  };
  const { deposit, sellerCredit, adjustments } = inputs;
  const off = "As entered (deducted)";
  return [
    ...line("cash", null, "cash_closing_costs", "Closing costs", closingCosts, "Total closing costs"),
    ...line("cash", null, "cash_down_payment", "Down payment", figures.downPayment, "From the price and loan above"),
    ...line("cash", "credits", "deposit", "Deposit", takenOff(deposit), "Already paid (deducted)"),
    ...line("cash", "credits", "seller_credit", "Seller credit", takenOff(sellerCredit), off),
    ...line("cash", "credits", "adjustments", "Adjustments", units(adjustments), entered),
  ];
}
