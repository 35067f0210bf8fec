import { RecordForm, type RecordFormUse } from "../forms/forms.tsx";
import { ListField } from "../ui/fields.tsx";
import { clientForm } from "./client.ts";
import { ContactFields, contactLabels } from "./client-form.tsx";

type ClientEditFormProps = RecordFormUse<typeof clientForm> & {
  /** Whether the service keeps tags. */
  hasTags: boolean;
};

/** The form with a client's contact details and tags. */
export function ClientEditForm({ hasTags, ...use }: ClientEditFormProps) {
  return (
    <RecordForm id="client" schema={clientForm} compared={{ ...contactLabels, tags: "Tags" }} {...use}>
      {(fields) => (
        <>
          <ContactFields fields={fields} />
          {hasTags ? (
            <ListField field={fields.tags} label="Tags" hint="One per line, e.g. Relocation or First-time buyer." />
          ) : null}
        </>
      )}
    </RecordForm>
  );
}
