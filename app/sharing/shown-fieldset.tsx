import { href } from "react-router";
import type { Settled } from "../json-api/settle.ts";
import { firstValues } from "../ui/field-frame.tsx";
import { CheckboxField, ChoiceGroup } from "../ui/fields.tsx";
import type { useSchemaForm } from "../ui/form.tsx";
import { Notice } from "../ui/notice.tsx";
import type { ShownDocument } from "./load-shown.server.ts";
import type { clientsForm } from "./share-link.ts";

type ShownFieldsetProps = {
  packageId: string;
  fields: ReturnType<typeof useSchemaForm<typeof clientsForm>>[1];
  documents: Settled<readonly ShownDocument[]>;
  /** Whether there is nothing to see but the address, unless a document is shown. */
  isBare: boolean;
};

/** What clients get to see of a property: its documents one by one, and the way to the rest. */
export function ShownFieldset({ packageId, fields, documents: found, isBare }: ShownFieldsetProps) {
  const documents = found.ok ? found.data : [];
  // Shown by somebody else since the form was loaded.
  const listed = firstValues(fields.listedIds);
  return (
    <>
      {documents.length === 0 ? null : (
        <ChoiceGroup
          field={fields.documentIds}
          label="Documents that clients see"
          options={documents.map(({ id, label, folder }) => {
            return { value: id, label: folder === null ? label : `${folder} / ${label}` };
          })}
          ticked={documents.filter(({ id, isShown }) => isShown && !listed.includes(id)).map(({ id }) => id)}
          hint="For every client who has this property."
        />
      )}
      {documents.map(({ id }) => (
        <input key={id} type="hidden" name={fields.listedIds.name} value={id} />
      ))}
      {found.ok
        ? null
        : [fields.documentIds, fields.listedIds].map((field) =>
            // What was chosen before they could not be loaded.
            firstValues(field).map((id) => <input key={field.name + id} type="hidden" name={field.name} value={id} />),
          )}
      <p className="actions">
        <a className="link" href={href("/packages/:packageId/portal", { packageId })}>
          Choose what else clients see
        </a>
      </p>
      {isBare ? (
        <>
          <Notice tone="warn">
            Clients would see the address and nothing else. Add photos or facts, or show a document first.
          </Notice>
          <CheckboxField field={fields.sendsEmpty} label="Send all the same" />
        </>
      ) : null}
    </>
  );
}
