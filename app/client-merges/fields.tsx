import { href, redirect } from "react-router";
import { clientPath } from "../clients/client-links.ts";
import { ClientPage } from "../clients/client-page.tsx";
import { loadClientFor } from "../clients/load-client.server.ts";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { isRecordId } from "../json-api/record.ts";
import { allows } from "../json-api/resource.ts";
import { settle } from "../json-api/settle.ts";
import { listMembers } from "../members/members.server.ts";
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
import type { Route } from "./+types/fields";
import { BelongingsSheet } from "./belongings-sheet.tsx";
import { compareClients, type FieldChoices, fieldsForm } from "./client-merge.ts";
import { findBelongings, findComparedClient, mergeClients } from "./client-merges.server.ts";
import { FieldChoice } from "./field-choice.tsx";
import { orMerged } from "./load-merges.server.ts";

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
