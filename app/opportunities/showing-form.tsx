import { atTime, RecordForm, type RecordFormUse } from "../forms/forms.tsx";
import { TextArea, TextField } from "../ui/fields.tsx";
import { showingForm } from "./showing.ts";

type ShowingFormProps = RecordFormUse<typeof showingForm> & {
  /** IANA name of the property's clock. */
  timeZone: string;
};

const labels = { startsAt: "Date and time", durationMinutes: "Minutes", note: "Note" };

const compared = { ...labels, startsAt: atTime(labels.startsAt) };

/** When a showing is, for how long, and what has to be known. */
export function ShowingForm({ timeZone, ...use }: ShowingFormProps) {
  return (
    <RecordForm id="showing" schema={showingForm} compared={compared} {...use}>
      {(fields) => (
        <>
          <input type="hidden" name="timeZone" value={timeZone} />
          <TextField
            field={fields.startsAt}
            label={labels.startsAt}
            type="datetime-local"
            hint={`Must be in the future. In the property's time zone (${timeZone.replaceAll("_", " ")}).`}
          />
          <TextField
            field={fields.durationMinutes}
            label={labels.durationMinutes}
            inputMode="numeric"
            hint="Length in minutes."
          />
          <TextArea field={fields.note} label={labels.note} rows={3} hint="Lockbox code, pets, who to call…" optional />
        </>
      )}
    </RecordForm>
  );
}
