import { fetchClientFits } from "../matching/fits.server.ts";
import { FitsPanel } from "../matching/fits-panel.tsx";
import { loadBoth, recordId } from "../session/session.server.ts";
import { Split } from "../ui/page.tsx";
import type { Route } from "./+types/clients";
import { loadPackage } from "./load-package.server.ts";
import { usePropertyAside } from "./property-aside.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const packageId = recordId(params.packageId);
  const [{ archivedAt }, fits] = await loadBoth(loadPackage(context, packageId), fetchClientFits(context, packageId));
  return { fits: archivedAt === null ? fits : null };
}

/** The clients with an opportunity for the property, and those whom it fits. */
export default function PackageClients({ loaderData: { fits } }: Route.ComponentProps) {
  const { details, team, clients } = usePropertyAside();
  return (
    <Split
      aside={
        <>
          {details}
          {team}
        </>
      }
    >
      {clients}
      {fits === null ? null : <FitsPanel panel={fits} share={null} />}
    </Split>
  );
}
