import { href } from "react-router";
import { confirmed, startForm } from "../forms/forms.server.ts";
import { Confirmation } from "../forms/forms.tsx";
import { apiOf, load, requirePermission } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { Page, PageHead } from "../ui/page.tsx";
import type { Route } from "./+types/samples";
import { samplesBack, samplesRemovalPath } from "./first-steps.ts";
import { addSamples, findSamples } from "./samples.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

/** Adds sample data to look around with. */

export const handle = { form: "create" };

export async function loader({ context }: Route.LoaderArgs) {
  requirePermission(context, "workspace.update", "add sample data", samplesBack);
  const { clients } = await load(findSamples(apiOf(context)));
  return { isThere: clients > 0, start: await startForm(context) };
}

export async function action({ request, context }: Route.ActionArgs) {
  return confirmed({ request, context }, async ({ api, key }) => {
    await addSamples(api, key);
    return { location: href("/clients"), toast: "Sample data added." };
  });
}

export default function Samples({ loaderData: { isThere, start }, actionData }: Route.ComponentProps) {
  if (isThere && actionData === undefined)
    return (
      <Page>
        <PageHead title="The sample data is here" subtitle="Three clients, four properties and two deals." />
        <LinkButton href={samplesRemovalPath}>Take it out</LinkButton>
      </Page>
    );
  return (
    <Page>
      <PageHead
        title="Add sample data?"
        subtitle="Three clients, four properties and two deals to look around with. Each is marked “(sample)”; nobody is emailed, and nothing of it is counted or exported. You can take all of it out at once."
      />
      <Confirmation start={start} reply={actionData} send="Add sample data" cancel={href("/dashboard")} />
    </Page>
  );
}
