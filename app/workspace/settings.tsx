import { href, Outlet } from "react-router";
import { agentOf } from "../session/session.server.ts";
import { Page } from "../ui/page.tsx";
import { SideNavigation } from "../ui/side-navigation.tsx";
import type { Route } from "./+types/settings";
import { settingsPlaces } from "./settings-places.ts";

export async function loader({ context }: Route.LoaderArgs) {
  return { workspace: agentOf(context).workspace.name };
}

export default function Settings() {
  return (
    <Page headed={false}>
      <SideNavigation
        label="Settings"
        back={{ label: "Settings", href: href("/dashboard") }}
        all="All settings"
        groups={settingsPlaces}
      >
        <Outlet />
      </SideNavigation>
    </Page>
  );
}
