import { Outlet } from "react-router";
import { BrandProvider } from "../client-pages/face.tsx";
import { chooseLanguage } from "../client-pages/language.server.ts";
import { LanguageFoot, WithHoneypot } from "../client-pages/public-parts.tsx";
import type { PageHandle } from "../entry/page-handle.ts";
import { loadSurroundings } from "../landing/landing-of.server.ts";
import { loadWhole } from "../session/load-whole.server.ts";
import type { Route } from "./+types/public";
import { requirePortal } from "./portal.server.ts";

export { PortalError as ErrorBoundary } from "./portal-error.tsx";

/** The layout of the portal's pages that anybody opens: signing in, invitations. Their forms have a honeypot. */

export const handle: PageHandle = { scripts: "none", sheet: "portal" };

export const middleware = [loadWhole];

export async function loader({ url, context }: Route.LoaderArgs) {
  requirePortal(context);
  chooseLanguage(context, url);
  return loadSurroundings(context, url);
}

export default function PortalPublic({ loaderData }: Route.ComponentProps) {
  return (
    <WithHoneypot>
      <BrandProvider value={loaderData.brand}>
        <Outlet />
      </BrandProvider>
      <LanguageFoot foot={loaderData.foot} />
    </WithHoneypot>
  );
}
