import { href } from "react-router";
import { PortalShell } from "../client-pages/portal-shell.tsx";
import { useTexts } from "../client-pages/texts/texts.ts";
import { loadLanding } from "../landing/landing-of.server.ts";
import { LandingView } from "../landing/landing-view.tsx";
import { SubmitButton } from "../ui/button.tsx";
import type { Route } from "./+types/landing";

/** The page of a workspace for everybody, or where none is known the question for it. Workspaces are never listed. */

export async function loader({ context, url }: Route.LoaderArgs) {
  return { landing: await loadLanding(context, url) };
}

export default function PortalLanding({ loaderData: { landing } }: Route.ComponentProps) {
  const { which } = useTexts().landing;
  if (landing !== null) return <LandingView landing={landing} />;
  return (
    <PortalShell title={which.title} subtitle={which.subtitle}>
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
