import { ClientPage } from "../clients/client-page.tsx";
import { confirmed, startForm } from "../forms/forms.server.ts";
import { Confirmation } from "../forms/forms.tsx";
import { clientPath } from "../record-paths.ts";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/show";
import { type PortalRequest, requestPath, titleOf } from "./portal-request.ts";
import { findRequest, loadOpenRequest, requestOf, settleRequest } from "./portal-requests.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { client, found } = await loadOpenRequest(context, recordId(params.id), recordId(params.requestId));
  const { can: _can, etag: _etag, suggestion: _suggestion, ...request } = found;
  return { client: { id: client.id, name: client.name }, request, start: await startForm(context) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const [clientId, requestId] = [recordId(params.id), recordId(params.requestId)];
  return confirmed({ request, context, ofRecord: true }, async ({ api, key }) => {
    const { kind } = requestOf(clientId, await findRequest(api, requestId));
    await settleRequest(api, requestId, key);
    return { location: clientPath(clientId), toast: kind === "buyer_profile" ? "Suggestion dismissed." : "Done." };
  });
}

const advice: Readonly<Record<Exclude<PortalRequest["kind"], "deletion">, string>> = {
  document: "The client sent this document in the portal. It is among the client's documents.",
  buyer_profile: "The buyer profile stays as it is. The client sees in the portal that nothing was changed.",
};

export default function ShowRequest({ loaderData: { client, request, start }, actionData }: Route.ComponentProps) {
  const isSuggestion = request.kind === "buyer_profile";
  return (
    <ClientPage
      client={client}
      title={isSuggestion ? "Dismiss the suggested buyer profile?" : titleOf(request)}
      crumb="From the client"
      subtitle={isSuggestion ? advice.buyer_profile : `${request.name}: ${advice[request.kind]}`}
    >
      {request.kind === "document" ? (
        <p>
          <a className="link" href={requestPath(request)}>
            Open {request.documentLabel}
          </a>
        </p>
      ) : null}
      <Confirmation
        start={start}
        reply={actionData}
        send={isSuggestion ? "Dismiss" : "Mark as done"}
        cancel={clientPath(client.id)}
      />
    </ClientPage>
  );
}
