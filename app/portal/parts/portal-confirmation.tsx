import type { ReactNode } from "react";
import { PortalFormStart } from "../../client-pages/portal-form.tsx";
import type { FormInit, FormReply } from "../../forms/forms.tsx";
import { PostForm } from "../../ui/post-form.tsx";
import { useFrame } from "./portal-frame.tsx";

type PortalConfirmationProps = {
  /** Where it is sent to; the page's own address when not given. */
  action?: string;
  start: FormInit;
  reply?: FormReply<unknown, unknown> | undefined;
  /** What the button says. */
  send: string;
  /** What it sends beside. */
  children?: ReactNode;
};

/** A form of the portal in which nothing is typed: its button says all. Staff who look cannot send it. */
export function PortalConfirmation({ action, start, reply, send, children }: PortalConfirmationProps) {
  const { isView } = useFrame();
  return (
    <PostForm {...(action === undefined ? {} : { action })}>
      <PortalFormStart start={start} reply={reply} />
      {children}
      <button className="btn" type="submit" disabled={isView}>
        {send}
      </button>
    </PostForm>
  );
}
