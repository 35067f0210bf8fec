import type { FormMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { PortalFormStart } from "../../client-pages/portal-form.tsx";
import { useTexts } from "../../client-pages/texts/texts.ts";
import type { FormInit, FormReply } from "../../forms/forms.tsx";
import { SubmitButton } from "../../ui/button.tsx";
import { PostForm } from "../../ui/form.tsx";
import { PortalPage, useFrame, usePortalPath } from "./portal-frame.tsx";

type AnswerPageProps = {
  property: { readonly id: string; readonly street: string };
  title: string;
  children: ReactNode;
};

/** A page on which a client answers or asks something about a property, with the way back to it. */
export function AnswerPage({ property: { id, street }, title, children }: AnswerPageProps) {
  const { answers } = useTexts();
  const to = usePortalPath();
  return (
    <PortalPage title={title} subtitle={street}>
      <div className="stack max-w-160">
        <section>{children}</section>
        <p>
          <a href={to(`/properties/${encodeURIComponent(id)}`)}>{answers.back}</a>
        </p>
      </div>
    </PortalPage>
  );
}

type AnswerFormProps = {
  form: FormMetadata;
  start: FormInit;
  reply: FormReply<unknown, unknown> | undefined;
  /** What the button says. */
  send: string;
  children: ReactNode;
};

/** Its form; staff who look at the portal cannot send it. */
export function AnswerForm({ form, start, reply, send, children }: AnswerFormProps) {
  const { isView } = useFrame();
  return (
    <PostForm form={form}>
      <PortalFormStart form={form} start={start} reply={reply} />
      <fieldset disabled={isView}>
        {children}
        <SubmitButton>{send}</SubmitButton>
      </fieldset>
    </PostForm>
  );
}
