import type { FieldMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

/** One of the fields that `useSchemaForm` gives. */
export type Field<Value = unknown> = FieldMetadata<Value, Record<string, unknown>, string[]>;

/** What every field part takes. */
export type FieldProps = {
  field: Field;
  label: string;
  /** One sentence below the field. */
  hint?: string | undefined;
  /** Over both columns of a form. What has several lines is so by itself. */
  wide?: boolean | undefined;
  /** Says so beside the label, in a form most of whose fields are required; elsewhere those that are required say so. */
  optional?: boolean | undefined;
};

/** What a field's frame looks like. */
export function frameClass({ wide = false, optional = false }: Pick<FieldProps, "wide" | "optional">): string {
  return `field${wide ? " wide" : ""}${optional ? " may" : ""}`;
}

/** The first thing wrong with a field, or null. */
export function errorOf(field: Field): string | null {
  return field.errors?.[0] ?? null;
}

/** The attributes that every native control of a field carries: name, ids, what is wrong, what helps. */
export function controlProps(field: Field, hint: string | undefined) {
  const error = errorOf(field);
  const described = [error === null ? null : field.errorId, hint === undefined ? null : field.descriptionId];
  return {
    id: field.id,
    name: field.name,
    form: field.formId,
    required: field.required === true,
    "aria-invalid": error === null ? undefined : true,
    "aria-describedby": described.filter((id) => id !== null).join(" ") || undefined,
  };
}

type FieldFrameProps = FieldProps & { children: ReactNode };

/** Label, control, what is wrong, hint. */
export function FieldFrame({ field, label, hint, children, ...shape }: FieldFrameProps) {
  return (
    <div className={frameClass(shape)}>
      <label htmlFor={field.id}>{label}</label>
      {children}
      <FieldMessages field={field} hint={hint} />
    </div>
  );
}

/** The lines below a control. */
export function FieldMessages({ field, hint }: { field: Field; hint: string | undefined }) {
  const error = errorOf(field);
  return (
    <>
      {error === null ? null : (
        <div className="err" id={field.errorId}>
          <Icon name="warn" />
          {error}
        </div>
      )}
      {hint === undefined ? null : (
        <div className="hint" id={field.descriptionId}>
          {hint}
        </div>
      )}
    </>
  );
}

/** What the field held at first, or when it was last sent. */
export function firstValue(field: Field): string {
  const value = field.initialValue;
  return typeof value === "string" ? value : "";
}

/** The same for a field with several values. */
export function firstValues(field: Field): string[] {
  const value: unknown = field.initialValue;
  if (typeof value === "string") return value === "" ? [] : [value];
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
