import { href } from "react-router";
import { recordVersion, startForm, submitForm, type TypedVersion } from "../forms/forms.server.ts";
import { allows } from "../json-api/resource.ts";
import { mayCopyData } from "../person-data/copy-zip.server.tsx";
import { clientPath, copyOfClientPath } from "../record-paths.ts";
import { LinkButton } from "../ui/button.tsx";
import { phoneNotice } from "../ui/phone.server.ts";
import type { Route } from "./+types/person-edit";
import type { DuplicateQuestion } from "./client.ts";
import { contactForm, typedContact } from "./client-forms.ts";
import { ClientPage } from "./client-page.tsx";
import { updatePerson } from "./clients.server.ts";
import { ContactForm } from "./contact-form.tsx";
import { DuplicateNotice } from "./duplicate-notice.tsx";
import { askAboutDuplicates } from "./duplicates.server.ts";
import { findPersonOf, loadPersonFor } from "./load-client.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { client, person } = await loadPersonFor("update", context, params);
  const shown = recordVersion(person, typedContact);
  return {
    client,
    person: { id: person.id, name: person.name, canRemove: allows(person, "remove") },
    typed: shown.typed,
    canCopy: mayCopyData(context),
    start: await startForm(context, shown),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return submitForm<typeof contactForm, TypedVersion<ReturnType<typeof typedContact>>, DuplicateQuestion>(
    { request, context },
    contactForm,
    async ({ api, value, ...terms }) => {
      const { id } = await findPersonOf(api, params);
      await askAboutDuplicates(api, value, params.id, terms.isChanged);
      await updatePerson(api, id, value, terms);
      return { location: clientPath(params.id), toast: `Saved: ${value.name}.${phoneNotice(value.phoneNumber)}` };
    },
    async (api) => recordVersion(await findPersonOf(api, params), typedContact),
  );
}

export default function EditPerson({ loaderData, actionData }: Route.ComponentProps) {
  const { client, person, typed, canCopy, start } = loaderData;
  return (
    <ClientPage client={client} title="Edit person" subtitle={`${person.name} is in the household of ${client.name}.`}>
      <ContactForm
        start={start}
        reply={actionData}
        initial={typed}
        send="Save changes"
        cancel={clientPath(client.id)}
        aside={<DuplicateNotice question={actionData?.question} again="save the changes" />}
      />
      {canCopy ? (
        <p className="mt-2">
          <a className="link" href={copyOfClientPath(client.id, person.id)} download>
            Download a copy of the data kept about {person.name}
          </a>
        </p>
      ) : null}
      {person.canRemove ? (
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
