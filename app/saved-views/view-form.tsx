import { chosen, RecordForm, type RecordFormUse } from "../forms/forms.tsx";
import { savedViewForm } from "../lists/saved-view.ts";
import { ChoiceGroup, TextField } from "../ui/fields.tsx";

const scopeChoices = [
  { value: "personal", label: "Only me" },
  { value: "workspace", label: "Everyone in the workspace" },
];

type ViewFormProps = RecordFormUse<typeof savedViewForm> & {
  /** Whether it may be a view for everyone. */
  mayShare: boolean;
};

/** A view's name, and who sees it. */
export function ViewForm({ mayShare, ...use }: ViewFormProps) {
  return (
    <RecordForm id="saved-view" schema={savedViewForm} compared={compared} {...use}>
      {({ name, scope }) => (
        <>
          <TextField field={name} label="Name" />
          {mayShare ? (
            <ChoiceGroup single field={scope} label="Who sees it" options={scopeChoices} />
          ) : (
            <input type="hidden" name={scope.name} value="personal" />
          )}
        </>
      )}
    </RecordForm>
  );
}

const compared = { name: "Name", scope: chosen("Who sees it", scopeChoices) };
