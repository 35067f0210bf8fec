import * as z from "zod/mini";
import { FormRefusal, startForm, submitForm } from "../forms/forms.server.ts";
import { FormStart } from "../forms/forms.tsx";
import { chosen, countedIds, isCounted, nameAll } from "../forms/ticked-ids.ts";
import { allows } from "../json-api/resource.ts";
import { clientsPath } from "../record-paths.ts";
import { apiOf, load } from "../session/session.server.ts";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { controlProps, type Field, FieldMessages, firstValues } from "../ui/field-frame.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import { EmptyState, Notice } from "../ui/notice.tsx";
import { formatCount } from "../ui/number-format.ts";
import { Page, PageHead, Row, Rows } from "../ui/page.tsx";
import type { Route } from "./+types/held";
import { type HeldRequest, heldPath, originOf } from "./contact-request.ts";
import { listHeldRequests, settleHeld } from "./contact-requests.server.ts";

export const handle = { form: "create" };

const most = 100;

const heldForm = z.object({
  ids: chosen(most).check(z.refine((ids) => ids.length > 0, "Choose at least one request.")),
  outcome: z.enum(["filings", "dismissals"], "Choose whether to file or to dismiss them."),
  /** Requests to dismiss, which cannot be taken back: the page asked about these. */
  askedIds: countedIds,
});

export async function loader({ url, context }: Route.LoaderArgs) {
  const found = listHeldRequests(apiOf(context), { "page[limit]": most });
  const { items, page } = await load(found);
  return {
    requests: items.map(({ can: _can, ...request }) => request),
    maySettle: items.every((request) => allows(request, "file")),
    total: page.total ?? items.length,
    isAllTicked: url.searchParams.has("all"),
    start: await startForm(context),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  type Question = { readonly ids: readonly string[] };
  return submitForm<typeof heldForm, never, Question>({ request, context }, heldForm, async ({ api, key, value }) => {
    const { ids, outcome, askedIds } = value;
    if (outcome === "dismissals" && !isCounted(askedIds, ids)) throw new FormRefusal({ question: { ids } });
    const count = (await settleHeld(api, outcome, ids, key)) ?? ids.length;
    const done = outcome === "filings" ? "filed. They appear on the clients' pages in a moment." : "dismissed.";
    const toast =
      count === 0 ? "Someone else has settled these already." : `${formatCount(count, "request", "requests")} ${done}`;
    return { location: heldPath, toast };
  });
}

export default function HeldRequests({ loaderData, actionData }: Route.ComponentProps) {
  const { requests, maySettle, total, isAllTicked, start } = loaderData;
  const asked = actionData?.question?.ids ?? null;
  const [form, fields] = useSchemaForm({
    id: "held",
    schema: heldForm,
    result: actionData?.result,
    parked: start.parked,
    initial: { ids: isAllTicked ? requests.map(({ id }) => id) : [] },
  });
  return (
    <Page narrow>
      <PageHead
        crumbs={[{ label: "Clients", href: clientsPath }, { label: "Requests to look through" }]}
        title="Requests to look through"
        subtitle="More came from your public page in a day than we file automatically. File the real ones: each goes to the client with that email, or to a new one. The senders aren't told."
      />
      {requests.length === 0 ? <EmptyState>Nothing waits to be looked through.</EmptyState> : null}
      {/* An answer is said also where others have settled all meanwhile. */}
      {requests.length === 0 && actionData === undefined ? null : (
        <PostForm key={String(isAllTicked)} form={form}>
          <FormStart start={start} reply={actionData} />
          <ErrorSummary form={form} />
          {asked === null ? null : (
            <Notice isAnswer tone="warn" title={`Dismiss ${formatCount(asked.length, "request", "requests")}?`}>
              What was written is never filed, and you can't undo this. Press “Dismiss selected” once more to do it.
            </Notice>
          )}
          <input type="hidden" name={fields.askedIds.name} value={asked === null ? "" : nameAll(asked)} />
          {total > requests.length ? (
            <p className="muted">
              The oldest {requests.length} of {formatCount(total, "request", "requests")}. The next appear once these
              are done.
            </p>
          ) : null}
          {requests.length === 0 ? null : (
            <RequestChoices field={fields.ids} requests={requests} maySettle={maySettle} />
          )}
          {maySettle && requests.length > 0 ? (
            <div className="actions">
              <SubmitButton name={fields.outcome.name} value="filings">
                File selected
              </SubmitButton>
              <SubmitButton look="bad" name={fields.outcome.name} value="dismissals">
                Dismiss selected
              </SubmitButton>
              {isAllTicked ? (
                <LinkButton href={heldPath}>Select none</LinkButton>
              ) : (
                <LinkButton href={`${heldPath}?all=true`}>Select all {requests.length}</LinkButton>
              )}
            </div>
          ) : null}
        </PostForm>
      )}
    </Page>
  );
}

type RequestChoicesProps = {
  field: Field;
  requests: readonly Omit<HeldRequest, "can">[];
  /** Whether there is anything to choose them for. */
  maySettle: boolean;
};

function RequestChoices({ field, requests, maySettle }: RequestChoicesProps) {
  const ticked = firstValues(field);
  const { id: fieldId, required: _required, ...control } = controlProps(field, undefined);
  return (
    <fieldset className="field" id={fieldId} tabIndex={-1}>
      <legend>Requests</legend>
      <div className="sheet">
        <Rows label="Requests to look through">
          {requests.map(({ id, ...request }) => (
            <Row key={id}>
              <div>
                {maySettle ? (
                  <label className="check">
                    <input {...control} type="checkbox" value={id} defaultChecked={ticked.includes(id)} />
                    <b>{request.name}</b>
                  </label>
                ) : (
                  <b>{request.name}</b>
                )}
                <div className="muted small">
                  {[request.email, request.phoneNumber].filter((part) => part !== null).join(", ")}
                </div>
                {request.message === null ? null : <p className="lines">{request.message}</p>}
                <div className="muted small">
                  {originOf(request)}, <DateTime value={request.insertedAt} />
                </div>
              </div>
            </Row>
          ))}
        </Rows>
      </div>
      <FieldMessages field={field} hint={undefined} />
    </fieldset>
  );
}
