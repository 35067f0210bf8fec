import { href } from "react-router";
import { PortalShell } from "../client-pages/portal-shell.tsx";
import { useTexts } from "../client-pages/texts/texts.ts";
import { loadLanding } from "../landing/landing-of.server.ts";
import { LandingView, WayIn } from "../landing/landing-view.tsx";
import { isSignedIn } from "../sign-in/sign-in.server.ts";
import { SubmitButton } from "../ui/button.tsx";
import type { Route } from "./+types/landing";

/** The page of a workspace for everybody, or where none is known the question for it. Workspaces are never listed. */

export async function loader({ context, url }: Route.LoaderArgs) {
  const [landing, isClient] = await Promise.all([loadLanding(context, url), isSignedIn(context)]);
  return { landing, isClient };
}

export default function PortalLanding({ loaderData: { landing, isClient } }: Route.ComponentProps) {
  const { which } = useTexts().landing;
  if (landing !== null) return <LandingView landing={landing} isClient={isClient} />;
  return (
    <PortalShell title={which.title} subtitle={which.subtitle} below={<WayIn isClient={isClient} />}>
      <form method="get" action={href("/client-portal")}>
        <div className="field">
          <label htmlFor="workspace">{which.workspace}</label>
          <input className="input" id="workspace" name="workspace" required autoCapitalize="none" spellCheck={false} />
          <div className="hint">{which.hint}</div>
        </div>
        <SubmitButton>{which.send}</SubmitButton>
      </form>
    </PortalShell>
  );
}
