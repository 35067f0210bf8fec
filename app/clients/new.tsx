import { useLocation } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { type Invited, invite } from "../invitations/invitations.server.ts";
import { mayInvite } from "../invitations/portal-panel.server.ts";
import type { Api } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import { DialogError, DialogPage } from "../lists/dialog-page.tsx";
import { clientPath, clientsPath, inviting } from "../record-paths.ts";
import { requirePermission } from "../session/session.server.ts";
import { SubmitButton } from "../ui/button.tsx";
import { NotLoadedLine } from "../ui/not-loaded.tsx";
import { phoneNotice } from "../ui/phone.server.ts";
import { searchIn } from "../ui/search-text.ts";
import { loadUsedWords, partOfWords } from "../used-words/used-words.server.ts";
import { sourceChoices } from "../used-words/used-words.ts";
import type { Route } from "./+types/new";
import type { DuplicateQuestion } from "./client.ts";
import { ClientForm, wordsForNew } from "./client-form.tsx";
import { clientInput, newClientForm } from "./client-forms.ts";
import { createClient } from "./clients.server.ts";
import { DuplicateNotice } from "./duplicate-notice.tsx";
import { askAboutDuplicates } from "./duplicates.server.ts";

export const handle = { form: "create" };

/** A name in the URL is filled in. */
export async function loader({ url, context }: Route.LoaderArgs) {
  requirePermission(context, "clients.create", "create clients", { label: "Back to clients", href: clientsPath });
  const [words, start] = await Promise.all([loadUsedWords(context), startForm(context)]);
  return {
    name: searchIn(url.searchParams.get("name") ?? ""),
    mayInvite: mayInvite(context),
    part: partOfWords(words),
    offered: wordsForNew(words),
    start,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  return submitForm<typeof newClientForm, never, DuplicateQuestion>(
    { request, context },
    newClientForm,
    async ({ api, value: { invite: asked, ...typed }, key, isRepeat }) => {
      const contact = clientInput(typed);
      // Inside the write, which runs once for parallel submissions, so that none finds what another has just created. What the
      // same form may have created itself is no duplicate.
      if (!isRepeat) await askAboutDuplicates(api, typed, null, () => true);
      const created = await createClient(api, contact, key);
      const toast = `Client created: ${contact.name}.${phoneNotice(contact.phoneNumber)}`;
      const to = { location: clientsPath, ...(created !== null && { open: clientPath(created.id) }) };
      if (!asked || contact.email === null || !mayInvite(context)) return { ...to, toast };
      const isInvited = created !== null && (await inviteNew(api, { clientId: created.id, email: contact.email }, key));
      return { ...to, toast: toast + (isInvited ? " Invitation sent." : failed) };
    },
  );
}

/** Said when only the invitation failed. */
const failed = " The invitation wasn't sent: send it from the client's page.";

/** Invites a client who has just been created, and who stays so if that fails. @returns whether it was sent */
async function inviteNew(api: Api, invited: Invited, key: string): Promise<boolean> {
  try {
    await invite(api, invited, `${key} invitation`);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

const heading = { path: clientsPath, title: "Create a new client" };

export function ErrorBoundary() {
  return <DialogError {...heading} />;
}

export default function NewClient({
  loaderData: { name, mayInvite, part, offered, start },
  actionData,
}: Route.ComponentProps) {
  const query = new URLSearchParams(useLocation().search);
  const isInviting = mayInvite && query.has(inviting);
  query.delete(inviting);
  const back = query.size === 0 ? clientsPath : `${clientsPath}?${query}`;
  const sent = actionData?.result.initialValue ?? start.parked;
  // A form that had these fields has them again, with what was typed, also when the words in use cannot be had now.
  const words =
    sent && "tags" in sent && offered.tags === null
      ? { tags: [], sources: sourceChoices([], null), greetings: "greetedAs" in sent, languages: "language" in sent }
      : offered;
  return (
    <DialogPage {...heading} back={back}>
      <NotLoadedLine what="lead sources and tags in use" part={part} />
      <ClientForm
        start={start}
        reply={actionData}
        initial={{ name }}
        offered={words}
        send="Create client"
        {...(isInviting && { look: "plain" })}
        cancel={back}
        replace
        aside={<DuplicateNotice question={actionData?.question} again="create a new client" />}
        {...(mayInvite && { further: <InviteButton look={isInviting ? "go" : "plain"} /> })}
      />
    </DialogPage>
  );
}

/** Behind the button that a press of Enter means: nobody is emailed by accident. */
function InviteButton({ look }: { look: "go" | "plain" }) {
  return (
    <SubmitButton look={look} name="invite" value="on" title="Emails them a link to the client portal">
      Create and invite
    </SubmitButton>
  );
}
