import type { ComponentProps } from "react";
import { CheckboxField } from "../ui/fields.tsx";

/** Asked where somebody signs in; what is kept, and how it goes, says the page "/device". */
export function KeepDeviceBox({ field }: Pick<ComponentProps<typeof CheckboxField>, "field">) {
  return (
    <CheckboxField
      field={field}
      label="This is my device"
      hint="Keep today’s pages here, and send forms later when there is no connection."
    />
  );
}
