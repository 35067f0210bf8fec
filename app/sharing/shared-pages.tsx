import { Outlet } from "react-router";
import { chooseLanguage } from "../client-pages/language.server.ts";
import { WithHoneypot } from "../client-pages/public-parts.tsx";
import type { PageHandle } from "../entry/page-handle.ts";
import { loadWhole } from "../session/load-whole.server.ts";
import type { Route } from "./+types/shared-pages";

export { SharedError as ErrorBoundary } from "./shared-error.tsx";

/** The layout of what a shared link shows to people outside the workspace, in the look of the portal. */

export const handle: PageHandle = { scripts: "none", sheet: "portal" };

export const middleware = [loadWhole];

export async function loader({ url, context }: Route.LoaderArgs) {
  chooseLanguage(context, url);
  return null;
}

export default function SharedPages() {
  return (
    <WithHoneypot>
      <meta name="robots" content="noindex" />
      <Outlet />
    </WithHoneypot>
  );
}
