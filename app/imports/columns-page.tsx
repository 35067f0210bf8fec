import * as z from "zod/mini";
import { chosen, type FormInit, type FormReply, RecordForm, ticked } from "../forms/forms.tsx";
import { type Field, FieldMessages, firstValues } from "../ui/field-frame.tsx";
import { CheckboxField, SelectField } from "../ui/fields.tsx";
import { checkbox, requiredText } from "../ui/form-values.ts";
import { Notice } from "../ui/notice.tsx";
import { type Choice, Options } from "../ui/options.tsx";
import { ImportPage, type ImportPlace } from "./import-page.tsx";

export const importColumnsForm = z.object({
  encoding: requiredText("Choose an encoding.", 40),
  /** The field of each column in their order; "-" for one that is not imported. */
  column: z.pipe(
    // Of a file with one column, one comes alone.
    z.pipe(
      z.union([z.string(), z.array(z.string())]),
      z.transform((typed) => [typed].flat()),
    ),
    z.array(z.string().check(z.maxLength(40))).check(z.maxLength(1000)),
  ),
  leavesOut: checkbox(),
});

/** What the form holds at first. */
export function typedColumns({ encoding, columns, leavesOut }: TypedColumns) {
  const column = (columns ?? []).map((field) => field || "-");
  return { encoding: encoding ?? "", column, leavesOut: leavesOut === true ? "on" : "" };
}
type TypedColumns = { encoding: string | null; columns: readonly string[] | null; leavesOut: boolean | null };
type Typed = ReturnType<typeof typedColumns>;

const notImported: Choice = { value: "-", label: "Not imported" };
const leavesOutLabel = "Leave out cells that can’t be read, and import the rest of the row";

function comparedColumns({
  headings,
  options,
  encodings,
}: Pick<ImportColumnsProps, "headings" | "options" | "encodings">) {
  const columns = headings.map((heading, place) => [`column.${place}`, chosen(heading, [notImported, ...options])]);
  const others = { encoding: chosen("Encoding", encodings), leavesOut: ticked(leavesOutLabel) };
  return { ...Object.fromEntries(columns), ...others };
}

type ColumnsFormProps = {
  start: FormInit;
  reply: FormReply<{ readonly typed: Typed }> | undefined;
  typed: Typed;
  shown: Omit<ImportColumnsProps, "fields">;
  cancel: string;
};

function ColumnsForm({ start, reply, typed, shown, cancel }: ColumnsFormProps) {
  return (
    <RecordForm
      id="columns"
      schema={importColumnsForm}
      start={start}
      reply={reply}
      initial={typed}
      compared={comparedColumns(shown)}
      send="Review import"
      cancel={cancel}
    >
      {(fields) => <ImportColumns fields={fields} {...shown} />}
    </RecordForm>
  );
}

type ImportColumnsProps = {
  fields: { readonly encoding: Field; readonly column: Field; readonly leavesOut: Field };
  headings: readonly string[];
  /** The cells of the first rows. */
  samples: readonly (readonly string[])[];
  options: readonly Choice[];
  encodings: readonly Choice[];
  lacks: string | null;
};

function ImportColumns({ fields, headings, samples, options, encodings, lacks }: ImportColumnsProps) {
  const fieldsOfColumns = firstValues(fields.column);
  const columns = headings.map((heading, place) => ({
    heading,
    id: `${fields.column.id}-${place}`,
    value: fieldsOfColumns[place] ?? "-",
    sample: samples.map((cells) => shorten(cells[place] ?? "") || "(empty)").join(" · "),
  }));
  return (
    <>
      {lacks === null ? null : <Notice tone="warn">{lacks}</Notice>}
      <FieldMessages field={fields.column} hint={undefined} />
      {columns.map(({ heading, id, value, sample }) => (
        <div className="field" key={id}>
          <label htmlFor={id}>{heading}</label>
          <select
            id={id}
            name={fields.column.name}
            className="input"
            defaultValue={value}
            aria-describedby={`${id}-rows`}
          >
            <Options options={[notImported, ...options]} />
          </select>
          <div className="hint" id={`${id}-rows`}>
            {sample}
          </div>
        </div>
      ))}
      <SelectField
        field={fields.encoding}
        label="Encoding"
        hint="If letters look wrong, choose another one."
        options={encodings}
      />
      <CheckboxField field={fields.leavesOut} label={leavesOutLabel} />
    </>
  );
}

function shorten(cell: string): string {
  const characters = [...cell.replaceAll(/\s+/g, " ")];
  return characters.length <= 60 ? characters.join("") : `${characters.slice(0, 60).join("")}…`;
}

type ColumnsPageProps = {
  place: ImportPlace;
  loaded: Pick<ColumnsFormProps, "typed" | "shown"> & { id: string; fileName: string; start: FormInit };
  reply: ColumnsFormProps["reply"];
};

/** The page on which columns are chosen. */
export function ColumnsPage({ place, loaded: { id, fileName, ...form }, reply }: ColumnsPageProps) {
  const path = place.importPath(id);
  return (
    <ImportPage
      place={place}
      crumbs={[{ label: "Import", href: place.newPath }, { label: fileName, href: path }, { label: "Columns" }]}
      title="Columns"
      subtitle="Choose what each column is. Nothing has been saved yet."
    >
      <ColumnsForm {...form} reply={reply} cancel={path} />
    </ImportPage>
  );
}
