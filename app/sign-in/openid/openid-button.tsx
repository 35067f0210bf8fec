import { href } from "react-router";
import { withNext } from "../../session/next-path.ts";
import { SubmitButton } from "../../ui/button.tsx";
import { PostForm } from "../../ui/post-form.tsx";

type OpenIdButtonProps = {
  /** Where to go on once signed in. */
  next?: string | null;
  /** Whether it begins to link the account of somebody who is signed in. */
  isLinking?: boolean;
  children: string;
};

/** Leads to the provider: always a full load, since its pages are on another site. */
export function OpenIdButton({ next = null, isLinking = false, children }: OpenIdButtonProps) {
  const start = href("/login/openid");
  return (
    <PostForm action={isLinking ? `${start}?link` : withNext(start, next)} reload>
      <SubmitButton look="plain">{children}</SubmitButton>
    </PostForm>
  );
}
