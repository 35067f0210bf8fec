import { href } from "react-router";
import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { identityApiOf, load, notFound, recordId } from "../session/session.server.ts";
import type { Route } from "./+types/confirmation-withdraw";
import { listConfirmations, requireOwner, withdrawConfirmation } from "./ownership.server.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";
export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  requireOwner(context, "transfer");
  const waiting = await load(listConfirmations(identityApiOf(context)));
  const found = waiting.find(({ id }) => id === recordId(params.confirmationId));
  if (found === undefined) throw notFound();
  const title = found.kind === "transfer" ? "Withdraw the transfer?" : "Withdraw the deletion?";
  const subtitle = "The link in the email stops working. You can ask again at any time.";
  const cancel = href("/settings/general");
  return startConfirmation(context, { title, subtitle, send: "Withdraw", cancel, etag: null });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  requireOwner(context, "transfer");
  const id = recordId(params.confirmationId);
  return confirmed({ request, context }, async ({ key }) => {
    await withdrawConfirmation(identityApiOf(context), id, key);
    return { location: href("/settings/general"), toast: "Withdrawn. The link in the email no longer works." };
  });
}
