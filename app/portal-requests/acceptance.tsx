import { redirect } from "react-router";
import { clientPath } from "../clients/client-links.ts";
import { ClientPage } from "../clients/client-page.tsx";
import { FormRefusal, startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { ApiError } from "../json-api/api-error.ts";
import { load, recordId } from "../session/session.server.ts";
import type { Route } from "./+types/acceptance";
import { loadOpenRequest, requestOf } from "./load-request.server.ts";
import { reviewPath, settlementPath } from "./portal-request.ts";
import { acceptRequest, findRequest } from "./portal-requests.server.ts";
import { acceptanceForm, suggestedWishes } from "./suggested-wishes.ts";
import { SuggestionChoices } from "./suggestion-choices.tsx";

/** A change of the buyer profile that a client suggests, beside what it holds now: accepted as a whole or field by field. */

export const handle = { form: "create" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const { client, found } = await loadOpenRequest(context, recordId(params.id), recordId(params.requestId));
  const wishes = suggestedWishes(found, client.buyerProfile);
  if (wishes.length === 0) throw redirect(settlementPath(found));
  // A service without versions takes what it is sent.
  const seen = { request: found.etag ?? "*", profile: client.buyerProfile?.etag ?? "*" };
  return {
    client: { id: client.id, name: client.name },
    sender: found.name,
    dismissal: settlementPath(found),
    wishes,
    seen,
    start: await startForm(context),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const [clientId, requestId] = [recordId(params.id), recordId(params.requestId)];
  return submitForm({ request, context, ofRecord: true }, acceptanceForm, async ({ api, value, key }) => {
    const found = requestOf(clientId, await load(findRequest(api, requestId)));
    try {
      await acceptRequest(api, requestId, value, key);
    } catch (error) {
      throw error instanceof ApiError && error.kind === "stale" ? changedRefusal(reviewPath(found)) : error;
    }
    return { location: clientPath(clientId), toast: "Buyer profile changed." };
  });
}

function changedRefusal(href: string): FormRefusal {
  const text =
    "Someone else changed the buyer profile or the suggestion while this page was open. Nothing was saved. Compare both again, then accept.";
  return new FormRefusal({ text, link: { href, label: "Show both as they are now" } });
}

export default function AcceptSuggestion({ loaderData, actionData }: Route.ComponentProps) {
  const { client, sender, dismissal, wishes, seen, start } = loaderData;
  return (
    <ClientPage
      client={client}
      title="Suggested buyer profile"
      crumb="From the client"
      subtitle={`${sender} suggests this in the client portal. What you don't select stays as it is.`}
    >
      <RecordForm
        id="acceptance"
        schema={acceptanceForm}
        start={start}
        reply={actionData}
        initial={{ fields: wishes.map(({ field }) => field), ...seen }}
        send="Accept selected"
        cancel={clientPath(client.id)}
      >
        {(fields) => (
          <>
            <input type="hidden" name={fields.request.name} value={seen.request} />
            <input type="hidden" name={fields.profile.name} value={seen.profile} />
            <SuggestionChoices field={fields.fields} wishes={wishes} />
          </>
        )}
      </RecordForm>
      <p>
        <a className="link" href={dismissal}>
          Dismiss the suggestion
        </a>
      </p>
    </ClientPage>
  );
}
