import { redirect } from "react-router";
import { copyOfClientPath } from "../action-paths.ts";
import { ClientPage } from "../clients/client-page.tsx";
import { loadClient, mayCopyData } from "../clients/load-client.server.ts";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { settlementPath } from "../portal-requests/portal-request.ts";
import { findRequest, requestOf } from "../portal-requests/portal-requests.server.ts";
import { clientPath } from "../record-paths.ts";
import { apiOf, load, recordId } from "../session/session.server.ts";
import { CheckboxField, ChoiceGroup, TextArea, TextField } from "../ui/fields.tsx";
import { Notice } from "../ui/notice.tsx";
import { formatNumber } from "../ui/number-format.ts";
import { Sheet } from "../ui/page.tsx";
import type { Route } from "./+types/person-delete";
import { deletePerson, findDeletion } from "./person-deletion.server.ts";
import { partLabels, personDeletionForm, retainableParts } from "./person-deletion.ts";

export const handle = { form: "create" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const [clientId, requestId] = [recordId(params.id), recordId(params.requestId)];
  const preview = findDeletion(apiOf(context), requestId);
  // There is none of a wish that is done or taken back, which leads on.
  preview.catch(() => {});
  const [client, request] = await Promise.all([
    loadClient(context, clientId),
    load(findRequest(apiOf(context), requestId)),
  ]);
  const found = requestOf(client.id, request);
  if (found.kind !== "deletion") throw redirect(settlementPath(found));
  if (found.settledAt !== null) throw redirect(clientPath(client.id));
  const { name, clientPersonId, households, deciders, mayDelete } = await load(preview);
  return {
    client: { id: client.id, name: client.name },
    personId: clientPersonId,
    person: { name, households },
    deciders,
    canCopy: mayCopyData(context),
    start: mayDelete ? await startForm(context) : null,
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const [clientId, requestId] = [recordId(params.id), recordId(params.requestId)];
  return submitForm({ request, context, ofRecord: true }, personDeletionForm, async ({ api, value, key }) => {
    const { keep, reason, until } = value;
    const kept = keep.map((part) => ({ part, reason: reason ?? "", until: until ?? "" }));
    await deletePerson(api, requestId, kept, key);
    return { location: clientPath(clientId), toast: "Deleted. The last email to them says so." };
  });
}

export default function DeletePerson({ loaderData, actionData }: Route.ComponentProps) {
  const { client, person, personId, deciders, canCopy, start } = loaderData;
  return (
    <ClientPage
      client={client}
      title={`Delete the data of ${person.name}?`}
      crumb="Delete their data"
      subtitle={`${person.name} asked for it in the client portal, and can take it back until it is done.`}
    >
      <WhatGoes {...person} />
      <Notice title="Archiving deletes nothing.">
        It only takes a client out of your lists.
        {canCopy ? (
          <>
            {" "}
            To keep a copy for them,{" "}
            <a href={copyOfClientPath(client.id, personId ?? undefined)} download>
              download their data
            </a>{" "}
            first.
          </>
        ) : null}
      </Notice>
      {start === null ? (
        <Notice tone="warn" title="Owners and admins do this.">
          Pass the address of this page on to {deciders.join(", ")}.
        </Notice>
      ) : (
        <RecordForm
          id="person-deletion"
          schema={personDeletionForm}
          start={start}
          reply={actionData}
          send="Delete for good"
          cancel={clientPath(client.id)}
        >
          {(fields) => (
            <>
              <ChoiceGroup
                field={fields.keep}
                label="Must be kept"
                hint="Only what the law or a contract says. Nobody finds it in lists, searches or exports; owners and admins download it under Settings, Export."
                options={retainableParts.map((part) => ({ value: part, label: partLabels[part] }))}
              />
              <TextArea field={fields.reason} label="Why it must be kept" rows={2} />
              <TextField field={fields.until} label="Until" type="date" hint="It is deleted after that day." />
              <CheckboxField
                field={fields.confirmed}
                label={`Delete the data of ${person.name}. This can't be undone.`}
              />
            </>
          )}
        </RecordForm>
      )}
    </ClientPage>
  );
}

function WhatGoes({ name, households }: Route.ComponentProps["loaderData"]["person"]) {
  const isInSeveral = households.length > 1;
  return (
    <Sheet title="What is deleted" padded>
      {isInSeveral ? (
        <p className="mb-2">
          {name} is in {formatNumber(households.length)} households of this workspace, and is deleted from each.
        </p>
      ) : null}
      {households.map(({ clientName, counts, others }, place) => (
        <section key={String(place)} className="mb-2">
          {isInSeveral ? <h3>{clientName}</h3> : null}
          <ul>
            {retainableParts.map((part) => (
              <li key={part}>
                {partLabels[part]}: {formatNumber(counts[part])}
              </li>
            ))}
          </ul>
          <p className="mt-2">
            {others.length === 0
              ? `Nobody else is in this household: the client stays as "Deleted client", archived, with the deals and what your team wrote.`
              : `${others.join(", ")} and the thread stay. Where ${name} wrote, it says "Deleted person".`}
          </p>
        </section>
      ))}
      <ul>
        <li>Sign-ins, invitations, unsent drafts, emails to and about them, and what the history says of them</li>
        <li>Archives of this workspace that were made before</li>
      </ul>
      <p className="mt-2">Backups forget them when they are replaced.</p>
    </Sheet>
  );
}
