import { href } from "react-router";
import { recordVersion, startChange, submitForm, type TypedVersion } from "../forms/forms.server.ts";
import { clientPath } from "../record-paths.ts";
import { loadBoth, recordId } from "../session/session.server.ts";
import { NotLoadedLine } from "../ui/not-loaded.tsx";
import { phoneNotice } from "../ui/phone.server.ts";
import { loadUsedWords, partOfWords } from "../used-words/used-words.server.ts";
import type { Route } from "./+types/edit";
import type { DuplicateQuestion } from "./client.ts";
import { ClientForm, wordsFor } from "./client-form.tsx";
import { clientForm, clientInput, typedClient } from "./client-forms.ts";
import { ClientPage } from "./client-page.tsx";
import { findClient, updateClient } from "./clients.server.ts";
import { DuplicateNotice } from "./duplicate-notice.tsx";
import { askAboutDuplicates } from "./duplicates.server.ts";
import { loadClientFor } from "./load-client.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  recordId(params.id);
  const [client, words] = await loadBoth(loadClientFor("update", context, params.id), loadUsedWords(context));
  return {
    client: { id: client.id, name: client.name },
    ...(await startChange(context, client, typedClient)),
    words: partOfWords(words),
    offered: wordsFor(client, words),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.id);
  return submitForm<typeof clientForm, TypedVersion<ReturnType<typeof typedClient>>, DuplicateQuestion>(
    { request, context },
    clientForm,
    async ({ api, value, ...terms }) => {
      await askAboutDuplicates(api, value, id, terms.isChanged);
      await updateClient(api, id, clientInput(value), terms);
      return { location: clientPath(id), toast: `Saved: ${value.name}.${phoneNotice(value.phoneNumber)}` };
    },
    async (api) => recordVersion(await findClient(api, id), typedClient),
  );
}

export default function EditClient({
  loaderData: { client, words, offered, ...form },
  actionData,
}: Route.ComponentProps) {
  return (
    <ClientPage client={client} title="Edit info" subtitle={`${client.name}'s contact details, lead source and tags.`}>
      <p className="mb-2">
        <a href={href("/clients/:id/photo", { id: client.id })}>Photo</a>
      </p>
      <NotLoadedLine what="lead sources and tags in use" part={words} />
      <ClientForm
        {...form}
        reply={actionData}
        send="Save changes"
        cancel={clientPath(client.id)}
        offered={offered}
        aside={<DuplicateNotice question={actionData?.question} again="save the changes" own={client.id} />}
      />
    </ClientPage>
  );
}
