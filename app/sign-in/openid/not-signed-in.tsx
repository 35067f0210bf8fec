import { loginPath, withNext } from "../../session/next-path.ts";
import { AuthShell } from "../../ui/auth-shell.tsx";
import { Notice } from "../../ui/notice.tsx";
import { OpenIdButton } from "./openid-button.tsx";

/** Why nobody signed in by the provider, and the ways on. */
export function NotSignedIn({ name, next, sentence }: { name: string; next: string | null; sentence: string }) {
  return (
    <AuthShell title="You aren't signed in" below={<a href={withNext(loginPath, next)}>Sign in another way</a>}>
      <Notice isAnswer tone="bad">
        {sentence}
      </Notice>
      <OpenIdButton next={next}>{`Continue with ${name}`}</OpenIdButton>
    </AuthShell>
  );
}
