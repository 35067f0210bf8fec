import { href } from "react-router";
import { copyOfClientPath } from "../action-paths.ts";
import { recordVersion, startChange, startForm, submitForm, type TypedVersion } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { allows } from "../json-api/resource.ts";
import { clientPath } from "../record-paths.ts";
import { recordId } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { phoneNotice } from "../ui/phone.server.ts";
import type { Route } from "./+types/person-edit";
import type { DuplicateQuestion } from "./client.ts";
import { contactForm, typedContact } from "./client-forms.ts";
import { ClientPage } from "./client-page.tsx";
import { addPerson, updatePerson } from "./clients.server.ts";
import { ContactFields, contactLabels } from "./contact-fields.tsx";
import { DuplicateNotice } from "./duplicate-notice.tsx";
import { askAboutDuplicates } from "./duplicates.server.ts";
import { findPersonOf, householdOf, loadClientFor, loadPersonFor, mayCopyData } from "./load-client.server.ts";

/** Adds a person to a client's household, or changes the one of the address. */

export const handle = { form: "create at new" };

export async function loader({ params: { id, personId }, context }: Route.LoaderArgs) {
  if (personId === undefined) {
    const client = await loadClientFor("update", context, id);
    householdOf(client);
    const { name } = client;
    return {
      client: { id: client.id, name },
      person: null,
      initial: {},
      canCopy: false,
      start: await startForm(context),
    };
  }
  const { client, person } = await loadPersonFor("update", context, { id, personId });
  return {
    client,
    person: { id: person.id, name: person.name, canRemove: allows(person, "remove") },
    canCopy: mayCopyData(context),
    ...(await startChange(context, person, typedContact)),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const [id, { personId }] = [recordId(params.id), params];
  const own = personId === undefined ? undefined : { id, personId };
  return submitForm<typeof contactForm, TypedVersion<ReturnType<typeof typedContact>>, DuplicateQuestion>(
    { request, context, ofRecord: true },
    contactForm,
    async ({ api, value, ...terms }) => {
      const person = own && (await findPersonOf(api, own));
      await askAboutDuplicates(api, value, id, person === undefined ? () => true : terms.isChanged);
      if (person === undefined) await addPerson(api, id, value, terms.key);
      else await updatePerson(api, person.id, value, terms);
      const done = person === undefined ? "Added to the household" : "Saved";
      return { location: clientPath(id), toast: `${done}: ${value.name}.${phoneNotice(value.phoneNumber)}` };
    },
    own && (async (api) => recordVersion(await findPersonOf(api, own), typedContact)),
  );
}

export default function EditPerson({ loaderData, actionData }: Route.ComponentProps) {
  const { client, person, initial, canCopy, start } = loaderData;
  return (
    <ClientPage
      client={client}
      title={person === null ? "Add a person" : "Edit person"}
      subtitle={
        person === null
          ? `Someone buying with ${client.name}.`
          : `${person.name} is in the household of ${client.name}.`
      }
    >
      <RecordForm
        id="client"
        schema={contactForm}
        start={start}
        reply={actionData}
        initial={initial}
        compared={contactLabels}
        send={person === null ? "Add person" : "Save changes"}
        cancel={clientPath(client.id)}
        aside={
          <DuplicateNotice
            question={actionData?.question}
            again={person === null ? "add this person" : "save the changes"}
          />
        }
      >
        {(fields) => <ContactFields fields={fields} />}
      </RecordForm>
      {person !== null && canCopy ? (
        <p className="mt-2">
          <a className="link" href={copyOfClientPath(client.id, person.id)} download>
            Download a copy of the data kept about {person.name}
          </a>
        </p>
      ) : null}
      {person?.canRemove ? (
        <div className="mt-2">
          <LinkButton
            href={href("/clients/:id/people/:personId/removal", { id: client.id, personId: person.id })}
            look="bad"
          >
            Remove from household
          </LinkButton>
        </div>
      ) : null}
    </ClientPage>
  );
}
