import { href, Outlet } from "react-router";
import { agentOf } from "../session/session.server.ts";
import { Page } from "../ui/page.tsx";
import { SideNavigation } from "../ui/side-navigation.tsx";
import type { Route } from "./+types/settings";
import { absentSettings } from "./settings-absent.server.ts";
import { openSettings, settingsPermissions } from "./settings-places.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const agent = agentOf(context);
  return { workspace: agent.workspace.name, may: settingsPermissions(agent), absent: absentSettings(context) };
}

export default function Settings({ loaderData }: Route.ComponentProps) {
  return (
    <Page headed={false}>
      <SideNavigation
        label="Settings"
        back={{ label: "Settings", href: href("/dashboard") }}
        all="All settings"
        groups={openSettings(loaderData.may, loaderData.absent)}
      >
        <Outlet />
      </SideNavigation>
    </Page>
  );
}
