import type { FieldProps } from "../ui/field-frame.tsx";
import { TextField } from "../ui/fields.tsx";

type HandleFieldProps = Pick<FieldProps, "field" | "hint"> & {
  /** Shown before the handle: the product's domain and a slash. */
  prefix: string;
};

const spelling = "Lowercase letters, digits and single hyphens.";

export const suggestedHandleHint = `${spelling} Leave it empty to make it from the name.`;

/** The handle of a workspace: its address below the product's own. */
export function HandleField({ field, prefix, hint = spelling }: HandleFieldProps) {
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
