import { useTexts } from "../client-pages/texts/texts.ts";
import type { Route } from "./+types/messages";
import { PortalPage } from "./parts/portal-frame.tsx";
import { portalOf } from "./portal.server.ts";

/** Title and subtitle, until there are messages. */

export async function loader({ context }: Route.LoaderArgs) {
  return { agent: portalOf(context).facts.agent.name };
}

export default function PortalMessages({ loaderData: { agent } }: Route.ComponentProps) {
  const { messages } = useTexts();
  return (
    <PortalPage title={messages.title} subtitle={messages.subtitle}>
      <p className="card muted">{messages.empty(agent)}</p>
    </PortalPage>
  );
}
