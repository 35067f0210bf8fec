import { Outlet } from "react-router";
import type { Route } from "./+types/frame";
import { frameOf } from "./frame-data.server.ts";
import { PortalFrame } from "./parts/portal-frame.tsx";
import { openPortal } from "./portal.server.ts";

export { PortalError as ErrorBoundary } from "./portal-error.tsx";

/** The portal of a client who is signed in. */

export const middleware = [openPortal];

export async function loader({ context }: Route.LoaderArgs) {
  return frameOf(context);
}

export default function ClientFrame({ loaderData }: Route.ComponentProps) {
  return (
    <PortalFrame frame={loaderData}>
      <Outlet />
    </PortalFrame>
  );
}
