type Text = string | null;

interface Charge {
  readonly label: string;
  /** What people who read Spanish see in its place. */
  readonly labelEs?: string | undefined;
  readonly amount: string;
}

/** Whose figures each part has; null: they are the agent's own estimate. */
interface Sources {
  readonly loan: Text;
  readonly housing: Text;
  readonly lender: Text;
  readonly services: Text;
  readonly government: Text;
  readonly prepaids: Text;
  readonly others: Text;
  readonly credits: Text;
}

/**
 * What is entered to estimate costs, null where nothing was. Amounts are decimal texts with all decimals of the currency,
 * percentages as short as they can be, a day is as in "2027-04-15".
 */
export interface CostInputs {
  readonly currency: string;
  readonly price: Text;
  readonly downPayment: Text;
  readonly downPaymentPercent: Text;
  readonly ratePercent: Text;
  readonly termYears: number | null;
  readonly closingOn: Text;
  readonly propertyTaxYearly: Text;
  readonly propertyTaxPercent: Text;
  readonly insuranceYearly: Text;
  readonly hoaMonthly: Text;
  readonly pmiPercent: Text;
  readonly originationPercent: Text;
  readonly pointsPercent: Text;
  readonly services: readonly Charge[];
  readonly recordingFees: Text;
  readonly transferTax: Text;
  readonly transferTaxPercent: Text;
  readonly prepaidInsuranceMonths: number | null;
  readonly prepaidTaxMonths: number | null;
  readonly escrowMonths: number | null;
  readonly others: readonly Charge[];
  readonly lenderCredit: Text;
  readonly deposit: Text;
  readonly sellerCredit: Text;
  readonly adjustments: Text;
  readonly sources: Sources;
}
