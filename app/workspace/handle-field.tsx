import type { FieldProps } from "../ui/field-frame.tsx";
import { TextField } from "../ui/fields.tsx";

type HandleFieldProps = Pick<FieldProps, "field" | "hint"> & {
  /** What stands before a handle: the product's domain and a slash. */
  prefix: string;
};

/** The address of a workspace, as it is chosen and as it is changed. */
export function HandleField({
  field,
  prefix,
  hint = "Lower-case letters and digits, with single hyphens between them.",
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
