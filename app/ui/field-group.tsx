import type { ReactNode } from "react";

type FieldGroupProps = { title: string; note?: string; children: ReactNode };

/** A part of a form: its name, and beside it where there is room its fields in two columns. */
export function FieldGroup({ title, note, children }: FieldGroupProps) {
  return (
    <fieldset className="grp">
      <legend className="flex flex-col">
        {title}
        {note === undefined ? null : <span className="hint">{note}</span>}
      </legend>
      <div className="flds">{children}</div>
    </fieldset>
  );
}
