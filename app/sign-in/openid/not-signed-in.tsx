import { loginPath, withNext } from "../../session/next-path.ts";
import { AuthShell } from "../../ui/auth-shell.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { OpenIdFailureKind } from "./openid.ts";
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

/** What people are told when nobody signed in by the provider, and the status that goes with it. */
export function openIdFailed(kind: OpenIdFailureKind, name: string): { sentence: string; status: number } {
  switch (kind) {
    case "denied":
      return { sentence: `${name} didn't sign you in. Try again, or sign in another way.`, status: 403 };
    case "unavailable":
      return {
        sentence: `${name} isn't responding right now. Try again in a minute, or sign in another way.`,
        status: 503,
      };
    case "misconfigured":
      return {
        sentence: `Signing in with ${name} is not set up correctly here. Sign in another way, and tell whoever runs this server.`,
        status: 502,
      };
    case "refused":
      return {
        sentence: `The answer from ${name} can't be used: it took too long, was used already, or belongs to another browser. Try again.`,
        status: 400,
      };
  }
}
