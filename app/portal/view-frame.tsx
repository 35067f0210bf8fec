import { Outlet } from "react-router";
import { useTexts } from "../client-pages/texts/texts.ts";
import type { PageHandle } from "../entry/page-handle.ts";
import { clientPath } from "../record-paths.ts";
import { loadWhole } from "../session/load-whole.server.ts";
import type { Route } from "./+types/view-frame";
import { frameOf } from "./frame-data.server.ts";
import { PortalFrame } from "./parts/portal-frame.tsx";
import { openView, portalOf } from "./portal.server.ts";

export { PortalError as ErrorBoundary } from "./portal-error.tsx";

/** The portal of a client as the client sees it, for staff to look at. */

export const handle: PageHandle = { scripts: "none", sheet: "portal" };

export const middleware = [loadWhole, openView];

export async function loader({ context }: Route.LoaderArgs) {
  const { user, facts } = portalOf(context);
  return { frame: await frameOf(context), client: { id: facts.clientId, name: user.person.name } };
}

export default function ViewFrame({ loaderData: { frame, client } }: Route.ComponentProps) {
  const { view } = useTexts();
  return (
    <>
      <section className="view-bar acts justify-between" aria-label={view.title}>
        <p>
          <b>{view.title}</b> {view.text(client.name)}
        </p>
        <a className="btn" href={clientPath(client.id)}>
          {view.back}
        </a>
      </section>
      <PortalFrame frame={frame}>
        <Outlet />
      </PortalFrame>
    </>
  );
}
