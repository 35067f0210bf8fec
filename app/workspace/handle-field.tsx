import type { FieldProps } from "../ui/field-frame.tsx";
import { TextField } from "../ui/fields.tsx";

type HandleFieldProps = Pick<FieldProps, "field" | "hint"> & {
  /** Shown before the handle: the product's domain and a slash. */
  prefix: string;
};

/** The handle of a workspace: its address below the product's own. */
export function HandleField({
  field,
  prefix,
  hint = "Lowercase letters, digits and single hyphens.",
}: HandleFieldProps) {
  return (
    <TextField
      field={field}
      label="Workspace url"
      prefix={prefix}
      autoCapitalize="none"
      spellCheck={false}
      hint={hint}
    />
  );
}
