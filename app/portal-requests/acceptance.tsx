import { redirect } from "react-router";
import { ClientPage } from "../clients/client-page.tsx";
import { FormRefusal, startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { ApiError } from "../json-api/api-error.ts";
import { clientPath } from "../record-paths.ts";
import { load, recordId } from "../session/session.server.ts";
import { controlProps, type Field, FieldMessages, firstValues } from "../ui/field-frame.tsx";
import { Row, Rows } from "../ui/page.tsx";
import type { Route } from "./+types/acceptance";
import { acceptanceForm, reviewPath, type SuggestedWish, settlementPath, suggestedWishes } from "./portal-request.ts";
import { acceptRequest, findRequest, loadOpenRequest, requestOf } from "./portal-requests.server.ts";

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

type SuggestionChoicesProps = { field: Field; wishes: readonly SuggestedWish[] };

function SuggestionChoices({ field, wishes }: SuggestionChoicesProps) {
  const chosen = firstValues(field);
  const { id, required: _required, ...control } = controlProps(field, undefined);
  return (
    <fieldset className="field" id={id} tabIndex={-1}>
      <legend>Accept</legend>
      <div className="sheet">
        <Rows label="Both versions">
          {wishes.map((wish) => (
            <Row key={wish.field}>
              <div>
                <label className="check">
                  <input {...control} type="checkbox" value={wish.field} defaultChecked={chosen.includes(wish.field)} />
                  {wish.label}
                </label>
                <Versions wish={wish} />
              </div>
            </Row>
          ))}
        </Rows>
      </div>
      <FieldMessages field={field} hint={undefined} />
    </fieldset>
  );
}

function Versions({ wish: { now, suggested, seen } }: { wish: SuggestedWish }) {
  return (
    <div className="grid grid-cols-2 gap-x-2">
      <div className="whitespace-pre-line">
        <div className="muted small">Now</div>
        {now ?? "N/A"}
        {seen === null ? null : <div className="muted small">Changed since. The client saw: {seen.text ?? "N/A"}</div>}
      </div>
      <div className="whitespace-pre-line">
        <div className="muted small">Suggested</div>
        <b>{suggested ?? "N/A"}</b>
      </div>
    </div>
  );
}
