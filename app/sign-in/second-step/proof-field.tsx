import { href } from "react-router";
import type { FieldProps } from "../../ui/field-frame.tsx";
import { TextField } from "../../ui/fields.tsx";

type ProofFieldProps = {
  hasPassword: boolean;
  page: string;
  fields: { readonly password: FieldProps["field"]; readonly mailedCode: FieldProps["field"] };
};

/** The password; of people without one a code that they have emailed to themselves. */
export function ProofField({ hasPassword, page, fields }: ProofFieldProps) {
  if (hasPassword) {
    return <TextField field={fields.password} label="Password" type="password" autoComplete="current-password" />;
  }
  const mail = `${href("/settings/account/two-step/mailed-code")}?${new URLSearchParams({ next: page })}`;
  return (
    <>
      <p>
        You have no password. <a href={mail}>Email me a code</a>
      </p>
      <TextField field={fields.mailedCode} label="Code from the email" inputMode="numeric" autoComplete="off" />
    </>
  );
}
