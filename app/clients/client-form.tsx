import { chosen, RecordForm, type RecordFormUse } from "../forms/forms.tsx";
import { FieldGroup } from "../ui/field-group.tsx";
import { SelectField, TextField } from "../ui/fields.tsx";
import type { Choice } from "../ui/options.tsx";
import { othersThan, sourceChoices, type UsedWords } from "../used-words/used-words.ts";
import { WordsField } from "../used-words/words-field.tsx";
import type { Client } from "./client.ts";
import { clientForm } from "./client-forms.ts";
import { languageChoices } from "./client-language.ts";
import { ContactFields, contactLabels } from "./contact-fields.tsx";

/** What the form offers besides the contact details. */
export interface OfferedWords {
  /** Tags in use that the client does not have; null where the service keeps no tags. */
  readonly tags: readonly string[] | null;
  /** Null where the service keeps no lead sources. */
  readonly sources: readonly Choice[] | null;
  /** Whether the service keeps how a client is greeted, and their language. */
  readonly greetings: boolean;
  readonly languages: boolean;
}

type ClientFormProps = RecordFormUse<typeof clientForm> & { offered: OfferedWords };

/** The form with a client's contact details, lead source and tags. */
export function ClientForm({ offered: { tags, sources, greetings, languages }, ...use }: ClientFormProps) {
  const compared = {
    ...contactLabels,
    tags: "Tags",
    leadSource: chosen("Lead source", sources ?? []),
    greetedAs: "Call them",
    language: chosen("Language", languageChoices),
  };
  return (
    <RecordForm id="client" schema={clientForm} compared={compared} {...use}>
      {(fields) => (
        <>
          <FieldGroup title="Contact">
            <ContactFields fields={fields} />
            {greetings ? (
              <TextField
                field={fields.greetedAs}
                label="Call them"
                hint="In greetings of emails and the client portal. Left empty, it is taken from the name."
              />
            ) : null}
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

/** What the form of a client offers. @param words null where the service knows none in use */
export function wordsFor(
  { tags, leadSource, greetedAs, language }: Pick<Client, "tags" | "leadSource" | "greetedAs" | "language">,
  words: UsedWords | null,
): OfferedWords {
  return {
    tags: tags === null ? null : othersThan(tags, words?.clientTags ?? []),
    sources: leadSource === undefined ? null : sourceChoices(words?.leadSources ?? [], leadSource),
    greetings: greetedAs !== undefined,
    languages: language !== undefined,
  };
}

/** The same for a new client: nothing where the service knows no words in use, since it may keep none. */
export function wordsForNew(words: UsedWords | null): OfferedWords {
  if (words === null) return { tags: null, sources: null, greetings: false, languages: false };
  return wordsFor({ tags: [], leadSource: null, greetedAs: null, language: null }, words);
}
