import { RecordForm, type RecordFormUse } from "../forms/forms.tsx";
import { outcomes } from "../labels.ts";
import { ChoiceGroup, SelectField, TextArea, TextField } from "../ui/fields.tsx";
import { callForm, kinds } from "./call.ts";

type CallFormProps = Omit<RecordFormUse<typeof callForm>, "initial" | "send"> & {
  /** Whom it was with, most likely. */
  name: string;
  now: string;
  /** IANA name of the clock. */
  timeZone: string;
  /** Whether tasks can be added. */
  mayAddTask: boolean;
};

/** A call or a note, and what is to be done next. */
export function CallForm({ name, now, timeZone, mayAddTask, ...use }: CallFormProps) {
  return (
    <RecordForm
      id="call"
      schema={callForm}
      initial={{ kind: "call", with: name, happenedAt: now, outcome: "" }}
      send="Save to activity"
      {...use}
    >
      {(fields) => (
        <>
          <ChoiceGroup field={fields.kind} label="What" options={kinds} single />
          <TextField field={fields.with} label="With" optional wide />
          <TextField
            field={fields.happenedAt}
            label="When"
            type="datetime-local"
            hint={`Within the past year (${timeZone.replaceAll("_", " ")}).`}
          />
          <SelectField field={fields.outcome} label="Outcome" placeholder="Choose an outcome" options={outcomes} />
          <TextArea field={fields.body} label="Notes" rows={4} hint="Visible to your team only. Required for a note." />
          {mayAddTask ? (
            <>
              <TextField field={fields.nextTitle} label="Next task" placeholder="Send the disclosures" optional />
              <TextField field={fields.nextDueOn} label="Due" type="date" optional />
            </>
          ) : null}
        </>
      )}
    </RecordForm>
  );
}
