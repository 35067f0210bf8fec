import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  daysToMonthEnd,
  monthlyPayment,
  needsMortgageInsurance,
  partOfYear,
  percentOf,
  placeOfClosingCosts,
  prepaidInterest,
} from "#arithmetic/costs/formulas.ts";
import { quotient, toAmount, toThousandths, toUnits } from "#arithmetic/units.ts";

const cents = (amount: string) => toUnits(amount, 2);
const shown = (units: bigint) => toAmount(units, 2);

/**
 * Worked out apart from the formula under test: the loan is the present value of its payments, so the payment is L divided by
 * the sum of (1 + i)^-k over all months k, added up term by term with 80 decimal digits (Python's `decimal`), then rounded half
 * up. The first row is also what the CFPB prints on its sample Loan Estimate (form H-24(B)); the next three are those of
 * every printed table of payments (5.9955, 6.3207 and 6.6530 for each thousand).
 */
describe("the monthly payment of principal and interest", () => {
  test.each([
    ["162000", "3.875", 360, "761.78"],
    ["100000", "6", 360, "599.55"],
    ["200000", "6.5", 360, "1264.14"],
    ["300000", "7", 360, "1995.91"],
    ["150000", "5", 180, "1186.19"],
    ["300000", "5.25", 12, "25716.63"],
    ["500000", "6.875", 600, "2960.69"],
    // Without interest: L ÷ n. 240,000 ÷ 360 is 666.666…
    ["240000", "0", 360, "666.67"],
    ["0", "7", 360, "0.00"],
    ["0.01", "7", 360, "0.00"],
    ["999999999999.99", "0.001", 600, "1667084062.50"],
    ["999999999999.99", "100", 600, "83333333333.33"],
  ])("of %s at %s%% over %i months is %s", (loan, rate, months, payment) => {
    expect(shown(monthlyPayment(cents(loan), toThousandths(rate), months))).toBe(payment);
  });

  const loans = {
    loan: fc.bigInt({ min: 1n, max: 10n ** 13n }),
    rate: fc.bigInt({ min: 0n, max: 30_000n }),
    months: fc.integer({ min: 1, max: 480 }),
  };

  /** What is still owed after all months, in cents, as a fraction; interest is added and the payment taken off, month by month. */
  function owedInTheEnd(loan: bigint, rate: bigint, months: number, payment: bigint) {
    const base = 1_200_000n;
    let owed = loan;
    let unit = 1n;
    for (let month = 0; month < months; month += 1) {
      unit *= base;
      owed = owed * (base + rate) - payment * unit;
    }
    return owed;
  }

  test("leaves nothing owed: a cent more is too much, and a cent less too little", () => {
    fc.assert(
      fc.property(fc.record(loans), ({ loan, rate, months }) => {
        const payment = monthlyPayment(loan, rate, months);
        expect(owedInTheEnd(loan, rate, months, payment + 1n) < 0n).toBe(true);
        expect(owedInTheEnd(loan, rate, months, payment - 1n) > 0n).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  test("grows with the loan and with the rate, and falls with the term", () => {
    fc.assert(
      fc.property(fc.record(loans), ({ loan, rate, months }) => {
        const payment = monthlyPayment(loan, rate, months);
        expect(monthlyPayment(loan * 2n, rate, months) >= payment).toBe(true);
        expect(monthlyPayment(loan, rate + 125n, months) >= payment).toBe(true);
        expect(monthlyPayment(loan, rate, months + 12) <= payment).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

test("mortgage insurance is needed over 80%, not at 80%", () => {
  const price = cents("895000");
  expect(needsMortgageInsurance(cents("716000"), price)).toBe(false);
  expect(needsMortgageInsurance(cents("716000.01"), price)).toBe(true);
  // 80% of 0.03 is 0.024: a loan of 0.02 is not over it, one of 0.03 is.
  expect(needsMortgageInsurance(2n, 3n)).toBe(false);
  expect(needsMortgageInsurance(3n, 3n)).toBe(true);
});

describe("prepaid interest", () => {
  // 716,000 × 0.065 ÷ 365 = 127.5068493 a day; × 16 = 2,040.1096. 162,000 × 0.03875 ÷ 365 = 17.1986301; × 16 = 275.1781.
  test.each([
    ["716000", "6.5", 16, "2040.11"],
    ["162000", "3.875", 16, "275.18"],
    ["716000", "0", 16, "0.00"],
    ["0", "6.5", 31, "0.00"],
  ])("on %s at %s%% for %i days is %s", (loan, rate, days, interest) => {
    expect(shown(prepaidInterest(cents(loan), toThousandths(rate), days))).toBe(interest);
  });

  test.each([
    ["2027-04-15", 16],
    ["2027-01-01", 31],
    ["2027-12-31", 1],
    ["2027-02-10", 19],
    ["2028-02-10", 20],
    ["2028-02-29", 1],
    // 2000 was a leap year, 2100 is none.
    ["2000-02-28", 2],
    ["2100-02-28", 1],
    ["0004-02-28", 2],
  ])("from %s runs for %i days", (day, days) => {
    expect(daysToMonthEnd(day)).toBe(days);
  });

  test("never runs for less than a day or longer than a month, and a day less on the next day", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date("1950-01-01"), max: new Date("2200-01-01"), noInvalidDate: true }),
        (date) => {
          const next = new Date(date.getTime() + 86_400_000);
          const [today, tomorrow] = [date, next].map((day) => daysToMonthEnd(day.toISOString().slice(0, 10)));
          expect(today).toBeGreaterThanOrEqual(1);
          expect(today).toBeLessThanOrEqual(31);
          if (today === 1)
            expect(tomorrow).toBe(new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate());
          else expect(tomorrow).toBe((today ?? 0) - 1);
        },
      ),
    );
  });
});

test("closing costs from 2% to 5% of the price are usual, the ends included", () => {
  const price = cents("895000");
  // 2% is 17,900; 5% is 44,750.
  expect(placeOfClosingCosts(cents("17899.99"), price)).toBe("below");
  expect(placeOfClosingCosts(cents("17900"), price)).toBe("within");
  expect(placeOfClosingCosts(cents("44750"), price)).toBe("within");
  expect(placeOfClosingCosts(cents("44750.01"), price)).toBe("above");
  expect(placeOfClosingCosts(-1n, price)).toBe("below");
});

test("halves are rounded away from zero, on either side", () => {
  expect([5n, -5n, 15n, -15n, 4n, -4n, 6n].map((tenths) => quotient(tenths, 10n))).toEqual([
    1n,
    -1n,
    2n,
    -2n,
    0n,
    0n,
    1n,
  ]);
  // 0.5% of 1.00 is half a cent. A twelfth of 0.06 is half a cent too.
  expect(percentOf(cents("1.00"), toThousandths("0.5"))).toBe(1n);
  expect(partOfYear(cents("0.06"), 1)).toBe(1n);
  fc.assert(
    fc.property(fc.bigInt(), fc.bigInt({ min: 1n }), (numerator, denominator) => {
      const rounded = quotient(numerator, denominator);
      expect(quotient(-numerator, denominator)).toBe(-rounded);
      const off = numerator - rounded * denominator;
      expect((off < 0n ? -off : off) * 2n <= denominator).toBe(true);
    }),
  );
});

test("amounts come back from units as they were written", () => {
  expect(toUnits("1250.5", 2)).toBe(125_050n);
  expect(toUnits("-0.05", 2)).toBe(-5n);
  expect(toUnits("4800", 0)).toBe(4800n);
  fc.assert(
    fc.property(fc.bigInt(), fc.constantFrom(0, 2, 3), (units, digits) => {
      expect(toUnits(toAmount(units, digits), digits)).toBe(units);
    }),
  );
});
