import { startForm, submitForm } from "../forms/forms.server.ts";
import { clientPath } from "../record-paths.ts";
import { recordId } from "../session/session.server.ts";
import { phoneNotice } from "../ui/phone.server.ts";
import type { Route } from "./+types/person-new";
import type { DuplicateQuestion } from "./client.ts";
import { contactForm } from "./client-forms.ts";
import { ClientPage } from "./client-page.tsx";
import { addPerson } from "./clients.server.ts";
import { ContactForm } from "./contact-form.tsx";
import { DuplicateNotice } from "./duplicate-notice.tsx";
import { askAboutDuplicates } from "./duplicates.server.ts";
import { householdOf, loadClientFor } from "./load-client.server.ts";

export const handle = { form: "create" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const client = await loadClientFor("update", context, params.id);
  householdOf(client);
  return { client: { id: client.id, name: client.name }, start: await startForm(context) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.id);
  return submitForm<typeof contactForm, never, DuplicateQuestion>(
    { request, context, ofRecord: true },
    contactForm,
    async ({ api, value, key }) => {
      await askAboutDuplicates(api, value, id, () => true);
      await addPerson(api, id, value, key);
      return {
        location: clientPath(id),
        toast: `Added to the household: ${value.name}.${phoneNotice(value.phoneNumber)}`,
      };
    },
  );
}

export default function NewPerson({ loaderData: { client, start }, actionData }: Route.ComponentProps) {
  return (
    <ClientPage client={client} title="Add a person" subtitle={`Someone buying with ${client.name}.`}>
      <ContactForm
        start={start}
        reply={actionData}
        send="Add person"
        cancel={clientPath(client.id)}
        aside={<DuplicateNotice question={actionData?.question} again="add this person" />}
      />
    </ClientPage>
  );
}
