import { chosen, RecordForm, type RecordFormUse, ticked } from "../forms/forms.tsx";
import { CheckboxField, SelectField, TextArea, TextField } from "../ui/fields.tsx";
import { MoneyField } from "../ui/money-field.tsx";
import { currencyChoices } from "../ui/money-values.ts";
import { findingForm, type typedFinding } from "./finding-schema.ts";
import { decisionChoices, severityChoices } from "./inspection.ts";

type Typed = ReturnType<typeof typedFinding>;

type FindingFormProps = RecordFormUse<typeof findingForm> & {
  /** What the fields hold at first. */
  initial: Partial<Typed> & Pick<Typed, "currency">;
};

const labels = {
  title: "Finding",
  system: "System",
  severity: "Severity",
  lowCost: "Low cost",
  highCost: "High cost",
  currency: "Currency",
  decision: "Decision",
  page: "Page",
  quote: "Quote",
  isClientAsked: "Ask the client",
};

const compared = {
  ...labels,
  severity: chosen(labels.severity, severityChoices),
  decision: chosen(labels.decision, decisionChoices),
  isClientAsked: ticked(labels.isClientAsked),
};

/** The form of `finding-new.tsx` and `finding-edit.tsx`. */
export function FindingForm({ initial, ...use }: FindingFormProps) {
  const own = { amount: "", currency: initial.currency };
  return (
    <RecordForm id="finding" schema={findingForm} initial={initial} compared={compared} {...use}>
      {(fields) => (
        <>
          <TextField field={fields.title} label={labels.title} hint="E.g. Shingles are missing above the garage" wide />

          <TextField field={fields.system} label={labels.system} hint="E.g. Roof, Electrical, Plumbing" />
          <SelectField
            field={fields.severity}
            label={labels.severity}
            options={severityChoices}
            placeholder="Choose severity"
          />

          <MoneyField
            amount={fields.lowCost}
            currency={fields.currency}
            label={labels.lowCost}
            currencies={currencyChoices(own)}
          />
          <TextField field={fields.highCost} label={labels.highCost} inputMode="decimal" />

          <SelectField field={fields.decision} label={labels.decision} options={decisionChoices} />
          <TextField field={fields.page} label={labels.page} inputMode="numeric" hint="Report page" optional />
          <TextArea field={fields.quote} label={labels.quote} hint="Exact words from the report" optional />
          <CheckboxField
            field={fields.isClientAsked}
            label={labels.isClientAsked}
            hint="Once an offer is accepted, the client chooses in the portal: repair, credit or leave as is."
          />
        </>
      )}
    </RecordForm>
  );
}
