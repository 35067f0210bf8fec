import type { FormReply, FormStart as Start } from "../session/form-reply.ts";
import { FormStart } from "../session/form-start.tsx";
import { BothVersions } from "../ui/both-versions.tsx";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { SelectField, TextArea, TextField } from "../ui/fields.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import { MoneyField } from "../ui/money-field.tsx";
import { currencyChoices } from "../ui/money-values.ts";
import { findingForm, type typedFinding } from "./finding-form.ts";
import { decisionChoices, severityChoices } from "./inspection.ts";

type Typed = ReturnType<typeof typedFinding>;

type FindingFormProps = {
  start: Start;
  reply: FormReply<{ readonly typed: Typed }> | undefined;
  /** What the fields hold at first. */
  initial: Partial<Typed> & Pick<Typed, "currency">;
  /** What the button says. */
  send: string;
  /** Where giving up leads. */
  cancel: string;
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
};

/** Everything about a finding: entered by hand, or put right. */
export function FindingForm({ start, reply, initial, send, cancel }: FindingFormProps) {
  const [form, fields] = useSchemaForm({
    id: "finding",
    schema: findingForm,
    result: reply?.result,
    initial,
    parked: start.parked,
  });
  const own = { amount: "", currency: initial.currency };
  return (
    <PostForm form={form}>
      <FormStart start={start} reply={reply} />
      {reply?.current ? <BothVersions theirs={reply.current.typed} result={reply.result} labels={labels} /> : null}
      <ErrorSummary form={form} />
      <TextField
        field={fields.title}
        label={labels.title}
        autoComplete="off"
        hint="As in: Shingles are missing above the garage"
      />
      <div className="pair">
        <TextField
          field={fields.system}
          label={labels.system}
          autoComplete="off"
          hint="As in: Roof, Electrical, Plumbing"
        />
        <SelectField
          field={fields.severity}
          label={labels.severity}
          options={severityChoices}
          placeholder="Choose severity"
        />
      </div>
      <div className="pair">
        <MoneyField
          amount={fields.lowCost}
          currency={fields.currency}
          label={labels.lowCost}
          currencies={currencyChoices(own)}
        />
        <TextField field={fields.highCost} label={labels.highCost} inputMode="decimal" autoComplete="off" />
      </div>
      <SelectField field={fields.decision} label={labels.decision} options={decisionChoices} />
      <TextField
        field={fields.page}
        label={labels.page}
        inputMode="numeric"
        autoComplete="off"
        hint="Of the report. Optional."
      />
      <TextArea field={fields.quote} label={labels.quote} hint="What the report says, word for word. Optional." />
      <div className="actions">
        <SubmitButton>{send}</SubmitButton>
        <LinkButton href={cancel}>Cancel</LinkButton>
      </div>
    </PostForm>
  );
}
