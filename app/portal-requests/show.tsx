import { type RouterContextProvider, redirect } from "react-router";
import { clientPath } from "../clients/client-links.ts";
import { ClientPage } from "../clients/client-page.tsx";
import { loadClient } from "../clients/load-client.server.ts";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { apiOf, load, notFound, permitted, recordId } from "../session/session.server.ts";
import type { Route } from "./+types/show";
import { requestPath, titleOf } from "./portal-request.ts";
import { findRequest, type RequestRecord, settleRequest } from "./portal-requests.server.ts";

/** Something that a client has sent in the portal, for the agent to settle. */

export async function loader({ params, context }: Route.LoaderArgs) {
  const { client, found } = await loadRequest(context, recordId(params.id), recordId(params.requestId));
  if (found.settledAt !== null) throw redirect(clientPath(client.id));
  const back = { label: "Back to the client", href: clientPath(client.id) };
  const {
    can: _can,
    etag: _etag,
    ...request
  } = permitted(found, "settle", { refused: "You can't settle this.", back });
  return { client: { id: client.id, name: client.name }, request, start: await startForm(context) };
}

async function loadRequest(context: Readonly<RouterContextProvider>, clientId: string, requestId: string) {
  const [client, found] = await Promise.all([
    loadClient(context, clientId),
    load(findRequest(apiOf(context), requestId)),
  ]);
  return { client, found: requestOf(client.id, found) };
}

/** A request of this client, since the service finds it under any client. @throws 404 */
function requestOf(clientId: string, request: RequestRecord): RequestRecord {
  if (request.clientId !== clientId) throw notFound();
  return request;
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const [clientId, requestId] = [recordId(params.id), recordId(params.requestId)];
  return submitForm({ request, context }, confirmationForm, async ({ api, key }) => {
    requestOf(clientId, await findRequest(api, requestId));
    await settleRequest(api, requestId, key);
    return { location: clientPath(clientId), toast: "Done." };
  });
}

const advice = {
  document: "The client sent this document in the portal. It is among the client's documents.",
  deletion:
    "The client asks that what you keep about them be deleted. Answer them, and archive the client when nothing has to be kept.",
  buyer_profile: "The client suggests a change of the buyer profile.",
};

export default function ShowRequest({ loaderData: { client, request, start }, actionData }: Route.ComponentProps) {
  const title = titleOf(request);
  return (
    <ClientPage
      client={client}
      title={title}
      crumb="From the client"
      subtitle={`${request.name}: ${advice[request.kind]}`}
    >
      {request.kind === "document" ? (
        <p>
          <a className="link" href={requestPath(request)}>
            Open {request.documentLabel}
          </a>
        </p>
      ) : null}
      <Confirmation start={start} reply={actionData} send="Mark as done" cancel={clientPath(client.id)} />
    </ClientPage>
  );
}
