import type { ReactNode } from "react";
import { LinkButton, SubmitButton } from "./button.tsx";

type FormFootProps = {
  /** What the button says that sends the form. */
  send: string;
  /** Not the page's one primary action. */
  look?: "go" | "plain";
  /** Where giving up leads. */
  cancel?: string | undefined;
  /** Further buttons, between the two. */
  children?: ReactNode;
};

/** A form's buttons, which stay in sight. */
export function FormFoot({ send, look = "go", cancel, children }: FormFootProps) {
  return (
    <div className="form-foot">
      <SubmitButton look={look}>{send}</SubmitButton>
      {children}
      {cancel === undefined ? null : <LinkButton href={cancel}>Cancel</LinkButton>}
    </div>
  );
}
