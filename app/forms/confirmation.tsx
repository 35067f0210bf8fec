import * as z from "zod/mini";
import { type ButtonLook, LinkButton, SubmitButton } from "../ui/button.tsx";
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
}: ConfirmationProps) {
  return (
    <PostForm reload={reload}>
      <FormStart start={start} reply={reply} />
      <div className="actions">
        <SubmitButton look={look}>{send}</SubmitButton>
        <LinkButton href={cancel}>{stay}</LinkButton>
      </div>
    </PostForm>
  );
}
