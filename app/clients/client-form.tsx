import type { ReactNode } from "react";
import type { FormReply, FormStart as Start } from "../session/form-reply.ts";
import { FormStart } from "../session/form-start.tsx";
import { BothVersions } from "../ui/both-versions.tsx";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { TextField } from "../ui/fields.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import { contactForm, type TypedContact } from "./client.ts";

type ClientFormProps = {
  start: Start;
  reply: FormReply<{ readonly typed: TypedContact }> | undefined;
  /** What the fields hold at first. */
  initial?: TypedContact;
  /** What the button says. */
  send: string;
  /** Where giving up leads. */
  cancel: string;
  /** The answer replaces this page in the history. */
  replace?: boolean;
  /** What has to be known before the fields are filled in. */
  children?: ReactNode;
};

const labels = { name: "Name", email: "Email", phoneNumber: "Phone number" };

/** How to reach somebody: the form about a client, new or not, and about the people of a household. */
export function ClientForm({ start, reply, initial, send, cancel, replace = false, children }: ClientFormProps) {
  const [form, fields] = useSchemaForm({
    id: "client",
    schema: contactForm,
    result: reply?.result,
    ...(initial === undefined ? {} : { initial }),
    parked: start.parked,
  });
  return (
    <PostForm form={form} replace={replace}>
      <FormStart start={start} reply={reply} />
      {reply?.current ? <BothVersions {...reply} theirs={reply.current.typed} labels={labels} /> : null}
      {children}
      <ErrorSummary form={form} />
      <TextField field={fields.name} label={labels.name} autoComplete="off" />
      <TextField field={fields.email} label={labels.email} type="email" autoComplete="off" spellCheck={false} />
      <TextField field={fields.phoneNumber} label={labels.phoneNumber} type="tel" autoComplete="off" hint="Optional." />
      <div className="actions">
        <SubmitButton>{send}</SubmitButton>
        <LinkButton href={cancel}>Cancel</LinkButton>
      </div>
    </PostForm>
  );
}
