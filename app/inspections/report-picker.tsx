import * as z from "zod/mini";
import { type FormInit, type FormReply, RecordForm } from "../forms/forms.tsx";
import type { PickOption } from "../picking/pick.ts";
import { RecordPicker } from "../picking/record-picker.tsx";
import type { PickQuestion } from "../picking/resolve-pick.server.ts";
import { optionalId, optionalText, requiredText } from "../ui/form-values.ts";

/** Which document of a property is to be analyzed: by name, with its id where one was picked. */
export const reportForm = z.object({
  document: requiredText("Enter the name of a document.", 400),
  documentId: z.optional(optionalId()),
  documentFor: z.optional(optionalText(400)),
});

type ReportPickerProps = {
  packageId: string;
  suggestions: readonly PickOption[];
  start: FormInit;
  reply: FormReply<null, PickQuestion> | undefined;
};

/** The form that has any document of a property analyzed, by its name. */
export function ReportPicker({ packageId, suggestions, start, reply }: ReportPickerProps) {
  return (
    <RecordForm id="report" schema={reportForm} start={start} reply={reply} send="Analyze document">
      {(fields) => (
        <RecordPicker
          kind="reports"
          packageId={packageId}
          label="Document"
          hint="A PDF or text file of this property, by its name or a word in it."
          fields={{ text: fields.document, chosen: fields.documentId, chosenFor: fields.documentFor }}
          suggestions={suggestions}
          asked={reply?.question?.which ?? null}
        />
      )}
    </RecordForm>
  );
}
