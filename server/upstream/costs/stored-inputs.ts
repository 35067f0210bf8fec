/** Inputs as stored and on the wire, in snake case. */
import { z } from "zod";
import type { CostInputs } from "../../../arithmetic/costs/inputs.ts";
import { respell, toSnake } from "../engine/spelling.ts";

const amount = z.string().nullable();
const percent = z.string().nullable();
const count = z.int().nullable();
const charge = z.object({ label: z.string(), label_es: z.string().optional(), amount: z.string() });
const source = z.string().nullable();

/** Amounts are in one currency. */
export const storedInputs = z.object({
  currency: z.string(),
  price: amount,
  down_payment: amount,
  down_payment_percent: percent,
  rate_percent: percent,
  term_years: count,
  closing_on: z.iso.date().nullable(),
  property_tax_yearly: amount,
  property_tax_percent: percent,
  insurance_yearly: amount,
  hoa_monthly: amount,
  pmi_percent: percent,
  origination_percent: percent,
  points_percent: percent,
  services: z.array(charge),
  recording_fees: amount,
  transfer_tax: amount,
  transfer_tax_percent: percent,
  prepaid_insurance_months: count,
  prepaid_tax_months: count,
  escrow_months: count,
  others: z.array(charge),
  lender_credit: amount,
  deposit: amount,
  seller_credit: amount,
  adjustments: amount,
  sources: z.object({
    loan: source,
    housing: source,
    lender: source,
    services: source,
    government: source,
    prepaids: source,
    others: source,
    credits: source,
  }),
});

/** Inputs as they are kept. */
export function keep(inputs: CostInputs): z.output<typeof storedInputs> {
  return storedInputs.parse(respell(inputs, toSnake));
}
