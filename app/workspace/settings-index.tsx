import { agentOf } from "../session/session.server.ts";
import { PageHead, Row, Rows, Sheet } from "../ui/page.tsx";
import type { Route } from "./+types/settings-index";
import { absentSettings } from "./settings-absent.server.ts";
import { openSettings, settingsPermissions } from "./settings-places.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const agent = agentOf(context);
  return { workspace: agent.workspace.name, may: settingsPermissions(agent), absent: absentSettings(context) };
}

export default function SettingsIndex({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Settings" subtitle={loaderData.workspace} />
      <Sheet>
        <Rows label="All settings">
          {openSettings(loaderData.may, loaderData.absent)
            .flat()
            .map(({ label, href, hint }) => (
              <Row key={href}>
                <div>
                  <a className="link" href={href}>
                    {label}
                  </a>
                  <div className="muted small">{hint}</div>
                </div>
              </Row>
            ))}
        </Rows>
      </Sheet>
    </>
  );
}
