import { href } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { identityApiOf, loadOffered, notFound, recordId } from "../session/session.server.ts";
import { PageHead } from "../ui/page.tsx";
import type { Route } from "./+types/confirmation-withdraw";
import { listConfirmations, requireOwner, withdrawConfirmation } from "./ownership.server.ts";
import { noOwnership } from "./ownership.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { kind } = await findConfirmation(context, params.confirmationId);
  return { kind, start: await startForm(context, { etag: null }) };
}

async function findConfirmation(context: Route.LoaderArgs["context"], id: string) {
  requireOwner(context, "transfer");
  const waiting = await loadOffered(listConfirmations(identityApiOf(context)), noOwnership);
  const found = waiting.find((one) => one.id === recordId(id));
  if (found === undefined) throw notFound();
  return found;
}

export async function action({ request, params, context }: Route.ActionArgs) {
  requireOwner(context, "transfer");
  const id = recordId(params.confirmationId);
  return submitForm({ request, context }, confirmationForm, async ({ key }) => {
    await withdrawConfirmation(identityApiOf(context), id, key);
    return { location: href("/settings/general"), toast: "Withdrawn. The link in the email no longer works." };
  });
}

export default function WithdrawConfirmation({ loaderData: { kind, start }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title={kind === "transfer" ? "Withdraw the transfer?" : "Withdraw the deletion?"}
        subtitle="The link in the email stops working. You can ask again at any time."
      />
      <Confirmation start={start} reply={actionData} send="Withdraw" cancel={href("/settings/general")} />
    </>
  );
}
