import type { FormReply, FormStart as Start } from "../session/form-reply.ts";
import { FormStart } from "../session/form-start.tsx";
import { BothVersions } from "../ui/both-versions.tsx";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { type Choice, TextField } from "../ui/fields.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import { MoneyField } from "../ui/money-field.tsx";
import { comparableForm, type typedComparable } from "./comparable.ts";

const labels = {
  address: "Address",
  "soldPrice.amount": "Sold price",
  "soldPrice.currency": "Currency of the sold price",
  sqft: "Sqft",
  soldOn: "Sold on",
  url: "Link",
};

type Typed = ReturnType<typeof typedComparable>;

type ComparableFormProps = {
  start: Start;
  reply: FormReply<{ readonly typed: Typed } | null> | undefined;
  initial: Typed;
  currencies: readonly Choice[];
  send: string;
  cancel: string;
};

/** What is known about a sale. */
export function ComparableForm({ start, reply, initial, currencies, send, cancel }: ComparableFormProps) {
  const [form, fields] = useSchemaForm({
    id: "comparable",
    schema: comparableForm,
    result: reply?.result,
    initial,
    parked: start.parked,
  });
  const price = fields.soldPrice.getFieldset();
  return (
    <PostForm form={form}>
      <FormStart start={start} reply={reply} />
      {reply?.current ? <BothVersions theirs={reply.current.typed} result={reply.result} labels={labels} /> : null}
      <ErrorSummary form={form} />
      <TextField field={fields.address} label={labels.address} autoComplete="off" />
      <MoneyField amount={price.amount} currency={price.currency} label="Sold price" currencies={currencies} />
      <div className="pair">
        <TextField field={fields.sqft} label={labels.sqft} inputMode="numeric" autoComplete="off" />
        <TextField field={fields.soldOn} label={labels.soldOn} type="date" />
      </div>
      <TextField
        field={fields.url}
        label={labels.url}
        type="url"
        autoComplete="off"
        hint="Where the sale can be seen."
      />
      <div className="actions">
        <SubmitButton>{send}</SubmitButton>
        <LinkButton href={cancel}>Cancel</LinkButton>
      </div>
    </PostForm>
  );
}
