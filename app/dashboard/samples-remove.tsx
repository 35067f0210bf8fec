import { href } from "react-router";
import { confirmed, startForm } from "../forms/forms.server.ts";
import { Confirmation } from "../forms/forms.tsx";
import { apiOf, load, requirePermission } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { formatCount } from "../ui/number-format.ts";
import { Page, PageHead } from "../ui/page.tsx";
import type { Route } from "./+types/samples-remove";
import { samplesBack } from "./first-steps.ts";
import { findSamples, removeSamples } from "./samples.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

/** Takes all sample data out; again is a no-op. */

export const handle = { form: "create" };

export async function loader({ context }: Route.LoaderArgs) {
  requirePermission(context, "workspace.update", "take sample data out", samplesBack);
  const { clients, packages, deals } = await load(findSamples(apiOf(context)));
  // Without a version: samples that were added once more have the version of those before, which are out.
  return { clients, packages, deals, start: await startForm(context) };
}

export async function action({ request, context }: Route.ActionArgs) {
  return confirmed({ request, context, ofRecord: true }, async ({ api, key }) => {
    await removeSamples(api, key);
    return { location: href("/dashboard"), toast: "Sample data is out." };
  });
}

export default function RemoveSamples({ loaderData, actionData }: Route.ComponentProps) {
  const { clients, packages, deals, start } = loaderData;
  if (clients + packages === 0 && actionData === undefined)
    return (
      <Page>
        <PageHead title="There is no sample data" subtitle="All records in this workspace are your own." />
        <LinkButton href={href("/dashboard")}>Go to dashboard</LinkButton>
      </Page>
    );
  const counts = `${formatCount(clients, "sample client")}, ${formatCount(packages, "sample property", "sample properties")} and ${formatCount(deals, "deal")}`;
  return (
    <Page>
      <PageHead
        title="Take the sample data out?"
        subtitle={`${counts} will be deleted permanently, with everything that was added to them. Your own records stay.`}
      />
      <Confirmation
        start={start}
        reply={actionData}
        send="Take sample data out"
        look="bad"
        cancel={href("/dashboard")}
      />
    </Page>
  );
}
