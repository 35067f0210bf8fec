import { agentOf } from "../session/session.server.ts";
import { PageHead } from "../ui/page.tsx";
import type { Route } from "./+types/settings-index";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  return { workspace: agentOf(context).workspace.name };
}

/** On narrow screens the links of the side navigation are above this heading. */
export default function SettingsIndex({ loaderData }: Route.ComponentProps) {
  return <PageHead title="Settings" subtitle={loaderData.workspace} />;
}
