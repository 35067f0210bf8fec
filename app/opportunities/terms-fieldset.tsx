import { TextField } from "../ui/fields.tsx";
import type { useSchemaForm } from "../ui/form.tsx";
import { MoneyField } from "../ui/money-field.tsx";
import type { Choice } from "../ui/options.tsx";
import type { termsForm } from "./deal-terms.ts";
import type { FoundOpportunity } from "./opportunity-resources.server.ts";

type Fields = ReturnType<typeof useSchemaForm<typeof termsForm>>[1];

type TermsFieldsetProps = {
  fields: Fields;
  /** The state of the latest offer; null for none. */
  offer: NonNullable<FoundOpportunity["latestOffer"]>["state"] | null;
  isClosed: boolean;
  /** IANA name of the property's clock. */
  timeZone: string;
  currencies: readonly Choice[];
};

/** What was agreed, as far as there is an offer, and the days of the deal. */
export function TermsFieldset({ fields, offer, isClosed, timeZone, currencies }: TermsFieldsetProps) {
  return (
    <>
      {offer === "sent" ? <OpenOffer fields={fields} timeZone={timeZone} currencies={currencies} /> : null}
      {offer === "accepted" ? <AcceptedOffer fields={fields} currencies={currencies} /> : null}
      <TextField field={fields.inspectionsDueOn} label="Inspections due" type="date" optional />
      <TextField
        field={fields.closingOn}
        label={isClosed ? "Closed on" : "Planned closing"}
        type="date"
        optional={!isClosed}
      />
    </>
  );
}

function OpenOffer({ fields, timeZone, currencies }: Pick<TermsFieldsetProps, "fields" | "timeZone" | "currencies">) {
  const { amount, currency } = fields.offerPrice.getFieldset();
  return (
    <>
      <MoneyField label="Offer" currencies={currencies} amount={amount} currency={currency} />
      <TextField
        field={fields.offerExpiresAt}
        label="Offer expires"
        optional
        type="datetime-local"
        hint={`Must be in the future. In the property's time zone (${timeZone.replaceAll("_", " ")}).`}
      />
    </>
  );
}

function AcceptedOffer({ fields, currencies }: Pick<TermsFieldsetProps, "fields" | "currencies">) {
  const { amount, currency } = fields.acceptedPrice.getFieldset();
  return (
    <>
      <MoneyField label="Agreed price" currencies={currencies} amount={amount} currency={currency} />
      <TextField field={fields.acceptedOn} label="Accepted on" type="date" hint="Today or within the past year." />
    </>
  );
}
