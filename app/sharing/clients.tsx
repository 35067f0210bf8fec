import { type FormEvent, useState } from "react";
import type { RouterContextProvider } from "react-router";
import { href, redirect } from "react-router";
import { noClients } from "../clients/clients.server.ts";
import { readFormData, readFormFields, startForm, writeForm } from "../forms/forms.server.ts";
import { FormStart } from "../forms/forms.tsx";
import { mayInvite } from "../invitations/portal-panel.server.ts";
import { loadPackageFor } from "../packages/load-package.server.ts";
import { packagePath } from "../packages/package-list.ts";
import { PackagePage } from "../packages/package-page.tsx";
import { apiOf, load, loadBoth, loadOffered, recordId } from "../session/session.server.ts";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { DraftNotice } from "../ui/draft-notice.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { CheckboxField, ChoiceGroup, TextArea } from "../ui/fields.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import { EmptyState, Notice } from "../ui/notice.tsx";
import { formatCount } from "../ui/number-format.ts";
import type { Choice } from "../ui/options.tsx";
import { searchIn } from "../ui/search-text.ts";
import type { Route } from "./+types/clients";
import { ChosenClients } from "./chosen-clients.tsx";
import { choicesOf, listChosen, listFitting, listFound, listNamed } from "./client-choices.server.ts";
import { ClientSearch } from "./client-search.tsx";
import { fetchShown, showsAddressOnly } from "./load-shown.server.ts";
import { clientsForm, lookForm, mostFound, previewForm, previewPath, readChosen } from "./share-link.ts";
import { shareWithClients } from "./shares.server.ts";
import { prepareShown } from "./show-documents.server.ts";
import { ShownFieldset } from "./shown-fieldset.tsx";

type Context = Readonly<RouterContextProvider>;

export const handle = { form: "create" };

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const packageId = recordId(params.packageId);
  const [item, [found, fitting, shown, chosen]] = await loadBoth(
    loadPackageFor("update", context, packageId),
    Promise.all([
      loadOffered(listFound(apiOf(context), ""), noClients),
      listFitting(context, packageId),
      fetchShown(context, packageId),
      listNamed(context, readChosen(url.searchParams)),
    ]),
  );
  const { id, street, clients } = item;
  const documents = shown.documents ?? [];
  return {
    item: { id, street },
    choice: choicesOf("", found, [...(chosen?.clients ?? []), ...fitting, ...clients]),
    chosen: chosen === null ? null : { ids: chosen.ids, missing: chosen.missing },
    /** Ticked by the page itself, unless others were chosen. */
    fitting: chosen === null ? fitting.map((client) => client.id) : [],
    documents,
    isBare: showsAddressOnly(item, shown),
    mayInvite: mayInvite(context),
    start: await startForm(context),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.packageId);
  const posted = await readFormData(request, context);
  if (posted.has(looking)) return lookFor(context, id, posted);
  if (posted.has(previewing)) return preview(context, id, posted);
  const form = await readFormFields(posted, clientsForm, context, { ofRecord: true });
  if (!form.isValid) return form.answer;
  return writeForm(context, form, async ({ key }) => {
    const { note, clientIds } = form.value;
    const invites = form.value.invites && mayInvite(context);
    await prepareShown(context, id, form.value, key);
    await shareWithClients(apiOf(context), id, { note, clientIds, invites }, key);
    const count = formatCount(clientIds.length, "client");
    return { location: packagePath(id), toast: `Shared with ${count}. The emails are on their way.` };
  });
}

/** The button that shows, in a tab of its own, what clients would get. It stands behind the one that a press of Enter means. */
const previewing = "previewing";

/** Saves nothing: the page that it leads to says in its address what is ticked. */
async function preview(context: Context, id: string, posted: FormData) {
  const form = await readFormFields(posted, previewForm, context, { ofRecord: true });
  return form.isValid ? redirect(previewPath(id, form.value), 303) : form.answer;
}

/** The button that looks for others: it sends the form, too, since an address could not hold the note. */
const looking = "looking";

async function lookFor(context: Context, id: string, posted: FormData) {
  await loadPackageFor("update", context, id);
  const form = await readFormFields(posted, lookForm, context, { ofRecord: true });
  if (!form.isValid) return form.answer;
  // Whoever was chosen before stands first.
  const chosen = await load(listChosen(apiOf(context), form.value.clientIds));
  const search = searchIn(form.value.q);
  const found = await loadOffered(listFound(apiOf(context), search), noClients);
  return form.reply({ status: 200, current: choicesOf(search, found, chosen) });
}

/** The name of the button that sends the form. */
function buttonOf({ nativeEvent }: FormEvent): string | null {
  const by = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
  return by?.getAttribute("name") ?? null;
}

/** The browser itself opens the tab of the preview. */
function leaveToBrowser(event: FormEvent): void {
  if (buttonOf(event) === previewing) event.stopPropagation();
}

/** One press of the button emails those, too, who were ticked by the page itself. */
function sayTicked(count: number): string {
  return count === 1
    ? "1 client is ticked because the property fits them; they get the email."
    : `${formatCount(count, "client")} are ticked because the property fits them; all of them get the email.`;
}

export default function ShareWithClients({ loaderData, actionData }: Route.ComponentProps) {
  const { item, start, documents, isBare, chosen, fitting, mayInvite: asksInvitation } = loaderData;
  const { search, found, isGuess, options } = actionData?.current ?? loaderData.choice;
  const [form, fields] = useSchemaForm({
    id: "clients",
    schema: clientsForm,
    result: actionData?.result,
    initial: {
      ...{ invites: "on", clientIds: chosen?.ids ?? fitting },
      documentIds: documents.filter(({ isShown }) => isShown).map(({ id }) => id),
    },
    parked: start.parked,
  });
  const [picked, setPicked] = useState<readonly Choice[]>([]);
  const further = picked.filter(({ value }) => !options.some((option) => option.value === value));

  function pick(client: Choice) {
    const listed = document.querySelector<HTMLInputElement>(`#${form.id} input[value="${CSS.escape(client.value)}"]`);
    if (listed === null) setPicked((before) => [...before, client]);
    else listed.checked = true;
  }

  /** Looking for others needs nothing to be right yet. */
  const checkUnlessSearched = (event: FormEvent<HTMLFormElement>) => {
    if (buttonOf(event) !== looking) form.onSubmit(event);
  };
  return (
    <PackagePage
      item={item}
      title="Share property"
      subtitle="Creates an opportunity for each client and emails a link to everyone in their household."
    >
      <ChosenClients chosen={chosen} />
      <search className="tools">
        <ClientSearch key={search} formId={form.id} search={search} onPick={pick} />
        <button className="btn" type="submit" form={form.id} name={looking} formNoValidate>
          Apply
        </button>
      </search>
      {search !== "" && found === 0 ? <Notice>No results.</Notice> : null}
      {isGuess ? <Notice>Nothing has exactly these words. These have similar ones.</Notice> : null}
      <div onSubmitCapture={leaveToBrowser}>
        <PostForm form={form} onSubmit={checkUnlessSearched}>
          <FormStart start={start} reply={actionData} />
          <DraftNotice formId={form.id} />
          <ErrorSummary form={form} />
          {options.length + further.length === 0 ? (
            <EmptyState action={<LinkButton href={href("/clients/new")}>Invite client</LinkButton>}>
              {search === "" ? "There are no clients yet." : "Search for another name, or invite someone new."}
            </EmptyState>
          ) : (
            <ChoiceGroup
              field={fields.clientIds}
              label="Clients"
              options={[...options, ...further]}
              ticked={further.map(({ value }) => value)}
              hint={`They'll see the photos, facts and the documents chosen below.${found === mostFound ? ` Only the first ${mostFound} are listed; search to find others.` : ""}`}
            />
          )}
          <ShownFieldset packageId={item.id} fields={fields} documents={documents} isBare={isBare} />
          <TextArea field={fields.note} label="Note" hint="A short personal message for the email." />
          {asksInvitation ? (
            <CheckboxField
              field={fields.invites}
              label="Invite to the client portal"
              hint="For people who were never invited. Those who have access get a link that opens the property in their portal."
            />
          ) : null}
          {actionData === undefined && fitting.length > 0 ? <p className="hint">{sayTicked(fitting.length)}</p> : null}
          <div className="actions">
            <SubmitButton>Share property</SubmitButton>
            <button className="btn" type="submit" name={previewing} formTarget="_blank" formNoValidate>
              Show preview<span className="vh"> in a new tab</span>
            </button>
            <LinkButton href={packagePath(item.id)}>Cancel</LinkButton>
          </div>
        </PostForm>
      </div>
    </PackagePage>
  );
}
