import { chosen, RecordForm, type RecordFormUse } from "../forms/forms.tsx";
import { FieldGroup } from "../ui/field-group.tsx";
import { SelectField, TextField } from "../ui/fields.tsx";
import type { Choice } from "../ui/options.tsx";
import { WordsField } from "../used-words/words-field.tsx";
import { clientForm } from "./client-forms.ts";
import { languageChoices } from "./client-language.ts";
import { ContactFields, contactLabels } from "./contact-fields.tsx";

/** What the form offers besides the contact details. */
export interface OfferedWords {
  /** Tags in use that the client does not have; null where the service keeps no tags. */
  readonly tags: readonly string[] | null;
  /** Null where the service keeps no lead sources. */
  readonly sources: readonly Choice[] | null;
  /** Whether the service keeps a client's language. */
  readonly languages: boolean;
}

type ClientFormProps = RecordFormUse<typeof clientForm> & { offered: OfferedWords };

/** The form with a client's contact details, lead source and tags. */
export function ClientForm({ offered: { tags, sources, languages }, ...use }: ClientFormProps) {
  const compared = {
    ...contactLabels,
    tags: "Tags",
    leadSource: chosen("Lead source", sources ?? []),
    language: chosen("Language", languageChoices),
  };
  return (
    <RecordForm id="client" schema={clientForm} compared={compared} {...use}>
      {(fields) => (
        <>
          <FieldGroup title="Contact">
            <ContactFields fields={fields} />
            {languages ? (
              <SelectField
                field={fields.language}
                label="Language"
                options={languageChoices}
                hint="Of emails and the client portal, unless they choose another one there."
              />
            ) : null}
          </FieldGroup>
          {sources === null && tags === null ? null : (
            <FieldGroup title="Source and tags" note="For lists and filters. Clients never see this.">
              {sources === null ? null : (
                <>
                  <SelectField field={fields.leadSource} label="Lead source" options={sources} />
                  <TextField field={fields.otherSource} label="Another lead source" hint="If it isn't in the list." />
                </>
              )}
              {tags === null ? null : (
                <WordsField
                  fields={{ typed: fields.tags, used: fields.usedTags, other: fields.otherTag }}
                  label="Tags"
                  another="Another tag"
                  offered={tags}
                  hint="One per line, e.g. Relocation or First-time buyer."
                />
              )}
            </FieldGroup>
          )}
        </>
      )}
    </RecordForm>
  );
}
