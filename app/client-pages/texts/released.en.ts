/** What agents release of a property. Plain words, for a reading age of twelve. */

const costLines = {
  price: { name: "Price of the home" },
  down_payment: { name: "Down payment", why: "The part of the price that you pay yourself." },
  loan: { name: "Loan", why: "The part of the price that the bank pays. You pay it back each month." },
  principal_and_interest: {
    name: "Paying back the loan",
    why: "Principal and interest: a part of the loan, and what the bank charges for it.",
  },
  property_tax: { name: "Property tax", why: "What the county and city charge owners of homes." },
  insurance: { name: "Home insurance", why: "Pays for damage, for example after a fire." },
  hoa: { name: "HOA dues", why: "The homeowners association takes care of what neighbors share." },
  pmi: { name: "Mortgage insurance", why: "PMI protects the bank when the down payment is less than 20%." },
  origination: { name: "Origination charge", why: "What the bank charges to set up the loan." },
  points: { name: "Points", why: "Paid to the bank once, for a lower interest rate." },
  recording_fees: { name: "Recording fees", why: "For writing you into the public record as the owner." },
  transfer_tax: { name: "Transfer tax", why: "A tax on the sale of a home." },
  prepaid_interest: { name: "Interest until the end of the month", why: "From the day you get the keys." },
  prepaid_insurance: { name: "Home insurance, paid ahead" },
  prepaid_tax: { name: "Property tax, paid ahead" },
  escrow: { name: "Escrow", why: "Money put aside with the bank, from which taxes and insurance are paid." },
  lender_credit: { name: "Lender credit", why: "What the bank pays for you. It is taken off." },
  cash_closing_costs: { name: "Closing costs", why: "The sum from above." },
  cash_down_payment: { name: "Down payment" },
  deposit: { name: "Deposit", why: "You have paid it already, so it is taken off." },
  seller_credit: { name: "Seller credit", why: "What the seller pays for you. It is taken off." },
  adjustments: { name: "Adjustments", why: "Bills that you and the seller share." },
};

/** A line of an estimate that has words of its own. */
export type CostLine = keyof typeof costLines;
const line: Readonly<Record<CostLine, { readonly name: string; readonly why?: string }>> = costLines;

const decisions: Readonly<Record<string, string>> = {
  repair: "The seller is asked to repair it.",
  credit: "The seller is asked to pay for it.",
  accept: "Accepted as it is.",
  verify: "To be checked first.",
};

/** Parts of a house, by the names that agents choose from; any other is shown as it was typed. */
const systems: Readonly<Record<string, string>> = {};

export const releasedEn = {
  costs: {
    title: "What it costs",
    monthly: "Each month",
    cash: "To bring on closing day",
    estimate: "This is your agent's estimate. Your bank gives you the exact figures.",
    loan: (years: number, percent: string) => `It counts on a loan over ${years} years at ${percent}% a year.`,
    lines: "Show every line",
    term: "Closing day is the day you pay and get the keys. Closing costs are fees and taxes on top of the price.",
    sections: {
      loan: "Price and loan",
      monthly: "Each month",
      closing: "Closing costs",
      cash: "To bring on closing day",
    },
    totals: {
      monthlyPayment: "Each month together",
      closingCosts: "Closing costs together",
      cashToClose: "To bring on closing day",
    },
    line,
  },
  findings: {
    title: "What the inspection found",
    term: "An inspector looks at the home and writes down what is broken or old. Repair costs are estimates.",
    together: "All repairs together may cost",
    severities: {
      safety: { name: "Dangerous", why: "Someone could be hurt." },
      major: { name: "Serious", why: "Expensive, or a reason to think twice." },
      repair: { name: "Needs repair", why: "Broken, but not urgent." },
      maintenance: { name: "Upkeep", why: "Small things that every home needs." },
      monitor: { name: "Keep an eye on it", why: "Fine today. Look at it now and then." },
    },
    other: { name: "Also found", why: "Other things that were noticed." },
    decisions,
    undecided: "Not decided yet.",
    systems,
  },
  comparables: {
    title: "Similar homes that were sold",
    term: "What buyers paid for similar homes shows what this one may be worth. Agents call these sales comparables.",
    sold: (day: string) => `Sold ${day}`,
  },
};

export type ReleasedTexts = typeof releasedEn;
