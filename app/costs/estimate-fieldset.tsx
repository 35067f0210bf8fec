import type { ReactNode } from "react";
import { type ComparedField, onDay } from "../forms/forms.tsx";
import { TextArea, TextField } from "../ui/fields.tsx";
import type { useSchemaForm } from "../ui/form.tsx";
import { MoneyField } from "../ui/money-field.tsx";
import type { Choice } from "../ui/options.tsx";
import { Sheet } from "../ui/page.tsx";
import type { SourcePart } from "./estimate.ts";
import type { estimateForm } from "./estimate-form.ts";

const labels = {
  price: "Price",
  currency: "Currency",
  downPayment: "Down payment",
  downPaymentPercent: "or in % of the price",
  ratePercent: "Interest rate, % a year",
  termYears: "Term in years",
  pmiPercent: "Mortgage insurance, % a year",
  closingOn: "Day of closing",
  propertyTaxYearly: "Property tax a year",
  propertyTaxPercent: "or in % of the price",
  insuranceYearly: "Insurance a year",
  hoaMonthly: "HOA dues a month",
  originationPercent: "Origination, % of the loan",
  pointsPercent: "Points, % of the loan",
  lenderCredit: "Lender credit",
  services: "Services",
  recordingFees: "Recording fees",
  transferTax: "Transfer tax",
  transferTaxPercent: "or in % of the price",
  prepaidInsuranceMonths: "Months of insurance",
  prepaidTaxMonths: "Months of property tax",
  escrowMonths: "Months into escrow",
  others: "Other costs",
  deposit: "Deposit paid",
  sellerCredit: "Seller credit",
  adjustments: "Adjustments",
};

const parts: Readonly<Record<SourcePart, string>> = {
  loan: "Price and loan",
  housing: "Taxes, insurance and dues",
  lender: "Lender",
  services: "Services",
  government: "Recording and transfer",
  prepaids: "Prepaids and escrow",
  others: "Other costs",
  credits: "Deposit and credits",
};

/** The fields by their names, for comparing two versions. */
export const comparedFields: Readonly<Record<string, ComparedField>> = {
  ...labels,
  closingOn: onDay(labels.closingOn),
  downPaymentPercent: "Down payment, % of the price",
  propertyTaxPercent: "Property tax, % of the price a year",
  transferTaxPercent: "Transfer tax, % of the price",
  ...Object.fromEntries(Object.entries(parts).map(([part, title]) => [`sources.${part}`, `Source: ${title}`])),
};

type Fields = ReturnType<typeof useSchemaForm<typeof estimateForm>>[1];
type EstimateFieldsetProps = { fields: Fields; currencies: readonly Choice[] };

const namesAndAmounts = "Names and amounts";
const eachLine = "One per line: a name and an amount, as in Title insurance 1,200.";

/** Everything that an estimate is made of, part by part. */
export function EstimateFieldset({ fields, currencies }: EstimateFieldsetProps) {
  const sources = fields.sources.getFieldset();
  type Name = Exclude<keyof typeof labels, "currency">;
  const figure = (name: Name, hint?: string) => (
    <TextField
      field={fields[name]}
      label={labels[name]}
      inputMode="decimal"
      {...(hint === undefined ? {} : { hint })}
    />
  );
  const part = (name: SourcePart, children: ReactNode) => (
    <Sheet title={parts[name]} padded>
      {children}
      <TextField field={sources[name]} label="Source of these figures" />
    </Sheet>
  );
  return (
    <div className="grid gap-2 mb-2">
      {part(
        "loan",
        <>
          <MoneyField amount={fields.price} currency={fields.currency} label={labels.price} currencies={currencies} />
          <div className="pair">
            {figure("downPayment")}
            {figure("downPaymentPercent")}
            {figure("ratePercent")}
            {figure("termYears")}
            {figure("pmiPercent", "Of the loan, where that is over 80% of the price.")}
            <TextField
              field={fields.closingOn}
              label={labels.closingOn}
              type="date"
              hint="Interest is prepaid to the end of that month."
            />
          </div>
        </>,
      )}
      {part(
        "housing",
        <div className="pair">
          {figure("propertyTaxYearly")}
          {figure("propertyTaxPercent")}
          {figure("insuranceYearly")}
          {figure("hoaMonthly")}
        </div>,
      )}
      {part(
        "lender",
        <div className="pair">
          {figure("originationPercent")}
          {figure("pointsPercent")}
          {figure("lenderCredit")}
        </div>,
      )}
      {part("services", <TextArea field={fields.services} label={namesAndAmounts} hint={eachLine} />)}
      {part(
        "government",
        <>
          {figure("recordingFees")}
          <div className="pair">
            {figure("transferTax")}
            {figure("transferTaxPercent")}
          </div>
        </>,
      )}
      {part(
        "prepaids",
        <div className="pair">
          {figure("prepaidInsuranceMonths")}
          {figure("prepaidTaxMonths")}
          {figure("escrowMonths")}
        </div>,
      )}
      {part("others", <TextArea field={fields.others} label={namesAndAmounts} hint={eachLine} />)}
      {part(
        "credits",
        <>
          <div className="pair">
            {figure("deposit")}
            {figure("sellerCredit")}
          </div>
          {figure("adjustments", "A minus takes it off what is to be paid.")}
        </>,
      )}
    </div>
  );
}
