import { CheckboxField, ChoiceGroup, TextField } from "../ui/fields.tsx";
import type { useSchemaForm } from "../ui/form.tsx";
import type { Choice } from "../ui/options.tsx";
import type { newLinkForm } from "./share-link.ts";

export const linkLabels = {
  label: "Label",
  endsOn: "Expires",
  allowsDownload: "Allow downloads",
  includesUnfiled: "Documents not in a folder",
  includesReleased: "Costs, findings and comparables",
};

type Fields = ReturnType<typeof useSchemaForm<typeof newLinkForm>>[1];

type LinkFieldsetProps = {
  fields: Fields;
  /** Null where the service decides which documents are shown. */
  folders: readonly Choice[] | null;
};

/** The fields that say what a link shows, and for how long. */
export function LinkFieldset({ fields, folders }: LinkFieldsetProps) {
  return (
    <>
      <TextField
        field={fields.label}
        label={linkLabels.label}
        hint="Shown as the page title, e.g. 12 Alder Lane for the Lindqvists."
      />
      {folders === null ? null : (
        <>
          <ChoiceGroup field={fields.folderIds} label="Folders" options={folders} hint="Includes files added later." />
          <CheckboxField field={fields.includesUnfiled} label={linkLabels.includesUnfiled} />
          <CheckboxField
            field={fields.includesReleased}
            label={linkLabels.includesReleased}
            hint="Only those that clients see in the portal."
          />
        </>
      )}
      <CheckboxField
        field={fields.allowsDownload}
        label={linkLabels.allowsDownload}
        hint="If off, PDFs, pictures and text files can be viewed but not downloaded."
      />
      <TextField
        field={fields.endsOn}
        label={linkLabels.endsOn}
        type="date"
        hint="At the end of that day. Leave blank for no expiry."
      />
    </>
  );
}
