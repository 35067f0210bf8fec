import { CheckboxField, ChoiceGroup, TextField } from "../ui/fields.tsx";
import type { useSchemaForm } from "../ui/form.tsx";
import type { Choice } from "../ui/options.tsx";
import type { newLinkForm } from "./share-link.ts";

export const linkLabels = {
  label: "Label",
  endsOn: "Works until",
  allowsDownload: "Documents can be downloaded",
  includesUnfiled: "Documents outside of folders",
};

type Fields = ReturnType<typeof useSchemaForm<typeof newLinkForm>>[1];

type LinkFieldsetProps = {
  fields: Fields;
  /** Null where the service decides which documents are shown. */
  folders: readonly Choice[] | null;
};

/** What a link shows, and for how long. */
export function LinkFieldset({ fields, folders }: LinkFieldsetProps) {
  return (
    <>
      <TextField
        field={fields.label}
        label={linkLabels.label}
        hint="Whoever opens the link reads it first, as in: 12 Alder Lane for the Lindqvists."
      />
      {folders === null ? null : (
        <>
          <ChoiceGroup
            field={fields.folderIds}
            label="Folders"
            options={folders}
            hint="With everything in them, also what is added later."
          />
          <CheckboxField field={fields.includesUnfiled} label={linkLabels.includesUnfiled} />
        </>
      )}
      <CheckboxField
        field={fields.allowsDownload}
        label={linkLabels.allowsDownload}
        hint="Otherwise PDFs, pictures and texts can only be looked at."
      />
      <TextField
        field={fields.endsOn}
        label={linkLabels.endsOn}
        type="date"
        hint="To the end of that day. Left empty, it works until it is revoked."
      />
    </>
  );
}
