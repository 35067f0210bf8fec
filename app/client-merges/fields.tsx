import { href, redirect } from "react-router";
import { ClientPage } from "../clients/client-page.tsx";
import { loadClientFor } from "../clients/load-client.server.ts";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { isRecordId } from "../json-api/record.ts";
import { allows } from "../json-api/resource.ts";
import { settle } from "../json-api/settle.ts";
import { listMembers } from "../members/members.server.ts";
import { clientPath } from "../record-paths.ts";
import {
  apiOf,
  identityApiOf,
  load,
  loadBoth,
  logFaults,
  notFound,
  permitted,
  recordId,
  viewOnly,
} from "../session/session.server.ts";
import { controlProps, type Field, FieldMessages, firstValue } from "../ui/field-frame.tsx";
import { Notice } from "../ui/notice.tsx";
import { formatCount } from "../ui/number-format.ts";
import type { Route } from "./+types/fields";
import { type Belongings, type ComparedField, compareClients, type FieldChoices, fieldsForm } from "./client-merge.ts";
import { findBelongings, findComparedClient, mergeClients, orMerged } from "./client-merges.server.ts";

export const handle = { form: "create" };

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const id = recordId(params.id);
  const otherId = url.searchParams.get("other") ?? "";
  if (!isRecordId(otherId) || otherId === id) {
    await loadClientFor("update", context, id);
    throw redirect(href("/clients/:id/merge", { id }));
  }
  const api = apiOf(context);
  const onFault = logFaults(context);
  const find = (id: string) => load(orMerged(context, id, findComparedClient(api, id)));
  const editable = async () => permitted(await find(id), "update", viewOnly("client", clientPath(id)));
  const [own, [theirs, belongings, members]] = await loadBoth(
    editable(),
    Promise.all([
      find(otherId),
      settle(api, (api) => findBelongings(api, otherId), onFault),
      settle(identityApiOf(context), listMembers, onFault),
    ]),
  );
  if (!allows(theirs, "update")) throw notFound();
  const names = new Map(
    (members.ok ? members.data : []).map((member) => [member.id, `${member.firstName} ${member.lastName}`.trim()]),
  );
  return {
    own: { id, name: own.name },
    theirs: { id: otherId, name: theirs.name },
    fields: compareClients(own, theirs, (agent) => names.get(agent) ?? "Another agent"),
    belongings: belongings.ok ? belongings.data : null,
    start: await startForm(context),
  };
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  return submitForm({ request, context, ofRecord: true }, fieldsForm, async ({ api, value, key }) => {
    const { id } = await loadClientFor("update", context, params.id);
    const otherId = url.searchParams.get("other") ?? "";
    if (!isRecordId(otherId)) throw notFound();
    await mergeClients(api, { clientId: id, otherId }, value, key);
    return { location: clientPath(id), toast: "Clients merged. You can undo this for 10 minutes." };
  });
}

export default function ChooseFields({ loaderData, actionData }: Route.ComponentProps) {
  const { own, theirs, fields, belongings, start } = loaderData;
  const differing = fields.filter((field) => field.own !== field.theirs);
  return (
    <ClientPage
      client={own}
      title={`Merge ${theirs.name} into ${own.name}?`}
      crumb="Merge"
      subtitle="Choose what stays. Everything else of both is kept, and you can undo this for 10 minutes."
    >
      <RecordForm
        id="fields"
        schema={fieldsForm}
        start={start}
        reply={actionData}
        initial={initialOf(fields)}
        send="Merge clients"
        cancel={clientPath(own.id)}
      >
        {(form) => (
          <>
            {differing.length === 0 ? <p>All details of the two clients are the same.</p> : null}
            {fields.map((field) => (
              <FieldChoice key={field.name} field={form[field.name]} compared={field} names={{ own, theirs }} />
            ))}
            <BelongingsSheet name={theirs.name} belongings={belongings} />
          </>
        )}
      </RecordForm>
    </ClientPage>
  );
}

function initialOf(fields: Route.ComponentProps["loaderData"]["fields"]): Partial<FieldChoices> {
  return Object.fromEntries(fields.map(({ name, fuller }) => [name, fuller]));
}

function BelongingsSheet({ name, belongings }: { name: string; belongings: Belongings | null }) {
  if (belongings === null) return null;
  const counts = countsOf(belongings);
  return (
    <Notice title="What comes along:">
      {counts.length === 0 ? `nothing else of ${name}.` : `${counts.join(", ")}.`} Documents with a name that is taken
      get a number. Of two open opportunities for one property, the one that is further goes on and the other is marked
      as lost.
    </Notice>
  );
}

function countsOf(belongings: Belongings): string[] {
  const nouns = {
    people: ["person of the household", "people of the household"],
    opportunities: ["opportunity", "opportunities"],
    documents: ["document", "documents"],
    messages: ["message", "messages"],
    tasks: ["task", "tasks"],
    portalInvitations: ["portal invitation", "portal invitations"],
    shareLinks: ["link", "links"],
    activities: ["entry of the history", "entries of the history"],
  } as const satisfies Record<keyof Belongings, readonly [string, string]>;
  return Object.entries(nouns).flatMap(([kind, [one, several]]) => {
    const total = Object.entries(belongings).find(([name]) => name === kind)?.[1];
    return typeof total !== "number" || total === 0 ? [] : [formatCount(total, one, several)];
  });
}

type FieldChoiceProps = {
  field: Field;
  compared: ComparedField;
  names: { readonly own: { readonly name: string }; readonly theirs: { readonly name: string } };
};

function FieldChoice({ field, compared, names }: FieldChoiceProps) {
  const { label, own, theirs, isJoined, fuller } = compared;
  if (own === theirs) return <input type="hidden" name={field.name} value={fuller} />;
  const { id, required, ...control } = controlProps(field, undefined);
  const sides = [
    { value: "this", text: own, of: names.own.name },
    { value: "other", text: theirs, of: names.theirs.name },
  ];
  return (
    <fieldset className="field" id={id} tabIndex={-1}>
      <legend>{label}</legend>
      <div className="grid grid-cols-2 gap-x-2">
        {sides.map(({ value, text, of }) => (
          <label key={value} className="check">
            <input {...control} type="radio" value={value} defaultChecked={firstValue(field) === value} />
            <span>
              {text ?? <span className="muted">None</span>}
              <span className="vh"> ({of})</span>
            </span>
          </label>
        ))}
      </div>
      {isJoined && own !== null && theirs !== null ? (
        <label className="check">
          <input {...control} type="radio" value="both" defaultChecked={firstValue(field) === "both"} />
          Both
        </label>
      ) : null}
      <FieldMessages field={field} hint={undefined} />
    </fieldset>
  );
}
