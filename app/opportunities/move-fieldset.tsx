import type { ReactNode } from "react";
import { reasonChoices } from "../labels.ts";
import { CheckboxField, ChoiceGroup, SelectField, TextArea, TextField } from "../ui/fields.tsx";
import type { useSchemaForm } from "../ui/form.tsx";
import { MoneyField } from "../ui/money-field.tsx";
import type { Choice } from "../ui/options.tsx";
import { type MoveFieldName, moveFields, type moveForm, outcomeChoices } from "./move-form.ts";

type Fields = ReturnType<typeof useSchemaForm<typeof moveForm>>[1];

type MoveFieldsetProps = {
  fields: Fields;
  asked: readonly { readonly name: MoveFieldName; readonly isNeeded: boolean }[];
  needsReason: boolean;
  /** IANA name of the property's clock. */
  timeZone: string;
  currencies: readonly Choice[];
  /** The showings that are arranged, and another one; none where the move asks for no showing. */
  showings: readonly Choice[];
  /** Those that are still to come, as text; none where the move does not complete them. */
  toCome: readonly string[];
  /** Whether the client does not want the offer that is suggested to them. */
  isRefused: boolean;
};

type Parts = Pick<MoveFieldsetProps, "fields" | "currencies" | "toCome"> & {
  label: string;
  optional: boolean;
  clock: string;
};

/** Below the terms in Spanish. */
export const noSpanish = "Left blank, people who read Spanish see the English text.";

const parts: Readonly<Record<MoveFieldName, (parts: Parts) => ReactNode>> = {
  showingAt: ({ fields, label, optional, clock }) => (
    <TextField
      field={fields.showingAt}
      label={label}
      optional={optional}
      type="datetime-local"
      hint={`Any future time, or within the last 30 days. ${clock}`}
    />
  ),
  heldAt: ({ fields, label, clock, toCome }) => (
    <TextField
      field={fields.heldAt}
      label={label}
      type="datetime-local"
      hint={toCome.length === 0 ? clock : `If it was held early. ${clock}`}
    />
  ),
  dealPrice: ({ fields, label, optional, currencies }) => {
    const { amount, currency } = fields.dealPrice.getFieldset();
    return <MoneyField amount={amount} currency={currency} label={label} optional={optional} currencies={currencies} />;
  },
  expiresAt: ({ fields, label, optional, clock }) => (
    <TextField
      field={fields.expiresAt}
      label={label}
      optional={optional}
      type="datetime-local"
      hint={`Must be in the future. ${clock}`}
    />
  ),
  acceptedOn: ({ fields, label, optional }) => (
    <TextField
      field={fields.acceptedOn}
      label={label}
      optional={optional}
      type="date"
      hint="Today or within the past year."
    />
  ),
  deadlineOn: ({ fields, label, optional }) => (
    <TextField field={fields.deadlineOn} label={label} optional={optional} type="date" />
  ),
  closedOn: ({ fields, label, optional }) => (
    <TextField
      field={fields.closedOn}
      label={label}
      optional={optional}
      type="date"
      hint="Today or earlier, but not before the offer was accepted."
    />
  ),
  terms: ({ fields, label, optional }) => (
    <TextArea
      field={fields.terms}
      label={label}
      optional={optional}
      rows={4}
      hint="The client sees price, expiry and terms in the portal and can answer there."
    />
  ),
  termsEs: ({ fields, label, optional }) => (
    <TextArea field={fields.termsEs} label={label} optional={optional} rows={4} hint={noSpanish} />
  ),
};

/** The fields that a move asks for, and no other. */
export function MoveFieldset({
  fields,
  asked,
  needsReason,
  timeZone,
  currencies,
  showings,
  toCome,
  isRefused,
}: MoveFieldsetProps) {
  const clock = `In the property's time zone (${timeZone.replaceAll("_", " ")}).`;
  return (
    <>
      {showings.length === 0 ? null : (
        <ChoiceGroup
          field={fields.showingId}
          label="Arranged showings"
          hint="One of these keeps its length, note and calendar entry."
          options={showings}
          single
        />
      )}
      {toCome.length === 0 && fields.showingOutcome.errors === undefined ? null : (
        <ChoiceGroup
          field={fields.showingOutcome}
          label={toCome.length > 1 ? "These showings are still to come" : "A showing is still to come"}
          hint={toCome.join("; ")}
          options={outcomeChoices}
          single
        />
      )}
      {asked.map(({ name, isNeeded }) => {
        const Part = parts[name];
        const isAnother = name === "showingAt" && showings.length > 0;
        return (
          <Part
            key={name}
            fields={fields}
            currencies={currencies}
            toCome={toCome}
            label={isAnother ? "Time of another showing" : moveFields[name].label}
            optional={!isNeeded && !isAnother}
            clock={clock}
          />
        );
      })}
      {isRefused || fields.againstAnswer.errors !== undefined ? (
        <CheckboxField field={fields.againstAnswer} label="Send this offer anyway" />
      ) : null}
      {needsReason ? (
        <>
          <SelectField field={fields.reason} label="Reason" placeholder="Choose a reason" options={reasonChoices} />
          <TextArea field={fields.reasonText} label="Details" rows={3} hint="Required when the reason is Other." />
        </>
      ) : null}
    </>
  );
}

/** The fields by their names, for showing what was typed for a move that cannot be made as it was meant. */
export const typedLabels = {
  showingAt: "Showing",
  showingOutcome: "Showing to come",
  heldAt: "Took place",
  "dealPrice.amount": "Price",
  "dealPrice.currency": "Currency",
  expiresAt: "Offer expires",
  acceptedOn: "Accepted on",
  deadlineOn: "Inspections due",
  closedOn: "Closed on",
  terms: "Terms",
  termsEs: "Terms in Spanish",
  reason: "Reason",
  reasonText: "Details",
};
