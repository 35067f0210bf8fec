import type { ReactNode } from "react";
import { RecordForm, type RecordFormUse } from "../forms/forms.tsx";
import { TextField } from "../ui/fields.tsx";
import { contactForm } from "./client.ts";

type ClientFormProps = RecordFormUse<typeof contactForm> & {
  /** Above the fields. */
  children?: ReactNode;
  /** Below them. */
  below?: ReactNode;
};

const labels = { name: "Name", email: "Email", phoneNumber: "Phone number" };

/** The form with the contact details of a client, or of a person of their household. */
export function ClientForm({ children, below, ...use }: ClientFormProps) {
  return (
    <RecordForm id="client" schema={contactForm} compared={labels} {...use}>
      {(fields) => (
        <>
          {children}
          <TextField field={fields.name} label={labels.name} />
          <TextField field={fields.email} label={labels.email} type="email" spellCheck={false} />
          <TextField field={fields.phoneNumber} label={labels.phoneNumber} type="tel" hint="Optional." />
          {below}
        </>
      )}
    </RecordForm>
  );
}
