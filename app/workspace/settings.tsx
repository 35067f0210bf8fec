import { href, Outlet } from "react-router";
import { agentOf } from "../session/session.server.ts";
import { Page } from "../ui/page.tsx";
import { SideNavigation } from "../ui/side-navigation.tsx";
import type { Route } from "./+types/settings";

export async function loader({ context }: Route.LoaderArgs) {
  return { workspace: agentOf(context).workspace.name };
}

/** Only pages that exist. */
const pages = [
  { label: "General", href: href("/settings/general") },
  { label: "Client portal", href: href("/settings/portal") },
  { label: "Notifications", href: href("/settings/notifications") },
  { label: "Account", href: href("/settings/account") },
];

export default function Settings() {
  return (
    <Page>
      <SideNavigation label="Settings" back={{ label: "Settings", href: href("/dashboard") }} links={pages}>
        <Outlet />
      </SideNavigation>
    </Page>
  );
}
