/** The figures that several lines of an estimate are made of. */

import { digitsOf, toThousandths, toUnits } from "../units.ts";
import {
  daysToMonthEnd,
  monthlyPayment,
  monthOfPercent,
  needsMortgageInsurance,
  partOfYear,
  percentOf,
  prepaidInterest,
} from "./formulas.ts";
import type { CostInputs } from "./inputs.ts";

/** Amounts in whole units of the currency; null without the inputs for it. */
export interface Figures {
  readonly digits: number;
  readonly price: bigint;
  readonly downPayment: bigint;
  readonly loan: bigint;
  readonly rate: bigint;
  readonly months: number;
  readonly payment: bigint;
  readonly yearlyTax: bigint | null;
  readonly yearlyInsurance: bigint | null;
  readonly mortgageInsurance: bigint | null;
  readonly needsMortgageInsurance: boolean;
  /** From the day of closing; null when it is not known. */
  readonly interestDays: number | null;
  readonly interest: bigint;
}

/**
 * Calculates the figures of complete inputs. A figure that is shown is rounded before others are calculated from it, so that
 * a reader with a pocket calculator gets the same result.
 */
export function figuresOf(inputs: CostInputs): Figures {
  const digits = digitsOf(inputs.currency);
  const units = (typed: string | null) => (typed === null ? null : toUnits(typed, digits));
  const price = units(inputs.price) ?? 0n;
  const ofPrice = (percent: string | null) => (percent === null ? null : percentOf(price, toThousandths(percent)));
  const downPayment = units(inputs.downPayment) ?? ofPrice(inputs.downPaymentPercent) ?? 0n;
  const loan = price - downPayment;
  const rate = toThousandths(inputs.ratePercent ?? "0");
  const months = (inputs.termYears ?? 1) * 12;
  const isInsured = needsMortgageInsurance(loan, price);
  const { pmiPercent, closingOn } = inputs;
  const interestDays = closingOn === null ? null : daysToMonthEnd(closingOn);
  return {
    digits,
    price,
    downPayment,
    loan,
    rate,
    months,
    payment: monthlyPayment(loan, rate, months),
    yearlyTax: units(inputs.propertyTaxYearly) ?? ofPrice(inputs.propertyTaxPercent),
    yearlyInsurance: units(inputs.insuranceYearly),
    mortgageInsurance: pmiPercent === null ? null : isInsured ? monthOfPercent(loan, toThousandths(pmiPercent)) : 0n,
    needsMortgageInsurance: isInsured,
    interestDays,
    interest: prepaidInterest(loan, rate, interestDays ?? 0),
  };
}

/** The part of a yearly amount for a number of months; null where either was not entered. */
export function monthsOf(yearly: bigint | null, months: number | null): bigint | null {
  return yearly === null || months === null ? null : partOfYear(yearly, months);
}
