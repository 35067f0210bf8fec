import { TextField } from "../ui/fields.tsx";
import type { useSchemaForm } from "../ui/form.tsx";
import type { contactForm } from "./client-forms.ts";

export const contactLabels = { name: "Name", email: "Email", phoneNumber: "Phone number" };

type Fields = Pick<ReturnType<typeof useSchemaForm<typeof contactForm>>[1], keyof typeof contactLabels>;

/** The contact details of a client, or of a person of a household. */
export function ContactFields({ fields }: { fields: Fields }) {
  return (
    <>
      <TextField field={fields.name} label={contactLabels.name} wide />
      <TextField field={fields.email} label={contactLabels.email} type="email" spellCheck={false} />
      <TextField
        field={fields.phoneNumber}
        label={contactLabels.phoneNumber}
        type="tel"
        hint="An email or a phone number is enough."
      />
    </>
  );
}
