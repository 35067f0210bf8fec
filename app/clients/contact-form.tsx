import { RecordForm, type RecordFormUse } from "../forms/forms.tsx";
import { TextField } from "../ui/fields.tsx";
import type { useSchemaForm } from "../ui/form.tsx";
import { contactForm } from "./client-forms.ts";

export const contactLabels = { name: "Name", email: "Email", phoneNumber: "Phone number" };

/** The form with the contact details of a person of a client's household. */
export function ContactForm(use: RecordFormUse<typeof contactForm>) {
  return (
    <RecordForm id="client" schema={contactForm} compared={contactLabels} {...use}>
      {(fields) => <ContactFields fields={fields} />}
    </RecordForm>
  );
}

type Fields = Pick<ReturnType<typeof useSchemaForm<typeof contactForm>>[1], keyof typeof contactLabels>;

/** The fields of contact details. */
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
