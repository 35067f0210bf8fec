import type { FormMetadata } from "@conform-to/react";
import { PortalField, PortalFormStart } from "../../client-pages/portal-form.tsx";
import { languages } from "../../client-pages/texts/languages.ts";
import { textsOf, useTexts } from "../../client-pages/texts/texts.ts";
import type { FormInit, FormReply } from "../../forms/forms.tsx";
import { SubmitButton } from "../../ui/button.tsx";
import { type Field, firstValue } from "../../ui/field-frame.tsx";
import { PostForm } from "../../ui/form.tsx";
import { useFrame } from "./portal-frame.tsx";

type MyDetailsFormProps = {
  form: FormMetadata;
  fields: { readonly name: Field; readonly phoneNumber: Field; readonly language: Field };
  start: FormInit;
  reply: FormReply | undefined;
  email: string;
};

/** Name, phone number and language of the person. The address is how they sign in, and the agent's to change. */
export function MyDetailsForm({ form, fields, start, reply, email }: MyDetailsFormProps) {
  const { me } = useTexts();
  const { isView } = useFrame();
  return (
    <PostForm form={form}>
      <PortalFormStart form={form} start={start} reply={reply} />
      <fieldset disabled={isView}>
        <PortalField field={fields.name} label={me.name} autoComplete="name" />
        <PortalField field={fields.phoneNumber} label={me.phone} type="tel" autoComplete="tel" hint={me.optional} />
        <div className="field">
          <span className="label">{me.email}</span>
          <p>{email}</p>
          <div className="hint">{me.emailHint}</div>
        </div>
        <div className="field">
          <label htmlFor={fields.language.id}>{me.language}</label>
          <select
            className="input"
            id={fields.language.id}
            name={fields.language.name}
            defaultValue={firstValue(fields.language)}
          >
            {languages.map((language) => (
              <option key={language} value={language} lang={language}>
                {textsOf(language).language.name}
              </option>
            ))}
          </select>
        </div>
        <SubmitButton>{me.save}</SubmitButton>
      </fieldset>
    </PostForm>
  );
}
