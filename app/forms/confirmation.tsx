import type { ComponentProps } from "react";
import { useActionData, useLoaderData } from "react-router";
import * as z from "zod/mini";
import { type ButtonLook, LinkButton, SubmitButton } from "../ui/button.tsx";
import { NotLoadedLine } from "../ui/not-loaded.tsx";
import { type Crumb, Page, PageHead, useInsidePage } from "../ui/page.tsx";
import { PostForm } from "../ui/post-form.tsx";
import type { FormInit, FormReply } from "./form-reply.ts";
import { FormStart } from "./form-start.tsx";

/** Nothing is typed: the address says what is to be done. */
export const confirmationForm = z.object({});

type ConfirmationProps = {
  start: FormInit;
  reply: FormReply<unknown, unknown> | undefined;
  /** What the button says and does. */
  send: string;
  look?: ButtonLook;
  /** Where it leads not to do it. */
  cancel: string;
  /** What that link says, where "Cancel" could be taken for the deed. */
  stay?: string;
  /** Whether it leads to a page without scripts. */
  reload?: boolean;
  /** The question is left out of the history (with scripts): Back leads to the page before it. */
  replace?: boolean;
};

/** The button that does what the page asks about. */
export function Confirmation({
  start,
  reply,
  send,
  look = "go",
  cancel,
  stay = "Cancel",
  reload = false,
  replace = false,
}: ConfirmationProps) {
  return (
    <PostForm reload={reload} replace={replace}>
      <FormStart start={start} reply={reply} />
      <div className="actions">
        <SubmitButton look={look}>{send}</SubmitButton>
        <LinkButton href={cancel}>{stay}</LinkButton>
      </div>
    </PostForm>
  );
}

/** What a page asks before it does something: a page within a layout that has crumbs of its own gives none. */
export interface ConfirmationText extends Omit<ConfirmationProps, "start" | "reply"> {
  title: string;
  subtitle: string;
  crumbs?: readonly Crumb[];
  /** A paragraph before the button; none where it is empty. */
  text?: string;
  /** Something that is told, which may not have come. */
  part?: Pick<ComponentProps<typeof NotLoadedLine>, "what" | "part">;
}

/** The whole page of a route whose loader gives what `startConfirmation` does. */
export function ConfirmationPage() {
  const { title, subtitle, crumbs, text, part, start, ...button } = useLoaderData<
    ConfirmationText & { start: FormInit }
  >();
  const reply = useActionData<FormReply<unknown, unknown>>();
  const content = (
    <>
      <PageHead crumbs={crumbs} title={title} subtitle={subtitle} lead={null} />
      {text === undefined || text === "" ? null : <p className="mb-2">{text}</p>}
      {part === undefined ? null : <NotLoadedLine {...part} />}
      <Confirmation {...button} start={start} reply={reply} />
    </>
  );
  if (useInsidePage()) return content;
  return (
    <Page>
      <div className="mx-auto mt-6 max-w-[560px] rounded-lg p-2 pt-1 [box-shadow:var(--shadow-up)] [border:1px_solid_var(--color-line-2)]">
        {content}
      </div>
    </Page>
  );
}
