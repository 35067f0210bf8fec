import { longestPhone } from "../../../spelling/phone-text.ts";
import { PortalField, problem } from "../../client-pages/portal-form.tsx";
import { useTexts } from "../../client-pages/texts/texts.ts";
import type { Field } from "../../ui/field-frame.tsx";
import { email, optionalText, requiredText } from "../../ui/form-values.ts";

/** Who sends a form of the public page. */
export const senderShape = {
  name: requiredText(problem("enterName")),
  email: email(problem("enterEmail")),
  phoneNumber: optionalText(longestPhone),
};

type SenderFieldsProps = { fields: Readonly<Record<keyof typeof senderShape, Field>> };

export function SenderFields({ fields }: SenderFieldsProps) {
  const { contact } = useTexts().landing;
  return (
    <>
      <PortalField field={fields.name} label={contact.name} autoComplete="name" />
      <PortalField field={fields.email} label={contact.email} type="email" autoComplete="email" inputMode="email" />
      <PortalField
        field={fields.phoneNumber}
        label={contact.phone}
        type="tel"
        autoComplete="tel"
        hint={contact.optional}
      />
    </>
  );
}
