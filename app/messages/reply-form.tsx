import { RecordForm, type RecordFormUse } from "../forms/forms.tsx";
import { TextArea, TextField } from "../ui/fields.tsx";
import { repliesPath } from "./message-list.ts";
import { replyForm } from "./saved-reply.ts";

/** An answer that a workspace gives again and again. */
export function ReplyForm(use: RecordFormUse<typeof replyForm>) {
  return (
    <RecordForm id="saved-reply" schema={replyForm} compared={compared} cancel={repliesPath} {...use}>
      {(fields) => (
        <>
          <TextField field={fields.name} label="Name" />
          <TextArea
            field={fields.body}
            label="Text"
            rows={6}
            hint="{client}, {agent} and {property} are filled in: the client's first name, your name, the property's street."
          />
        </>
      )}
    </RecordForm>
  );
}

const compared = { name: "Name", body: "Text" };
