import type { FormEvent } from "react";
import { href, type RouterContextProvider, redirect } from "react-router";
import { mostChosen } from "../action-paths.ts";
import { countAddresses } from "../clients/clients.server.ts";
import { type FormAnswer, readFormData, readFormFields, startForm, writeForm } from "../forms/forms.server.ts";
import { FormStart } from "../forms/forms.tsx";
import { isCounted, nameAll } from "../forms/ticked-ids.ts";
import { mayInvite } from "../invitations/portal-panel.server.ts";
import { settle } from "../json-api/settle.ts";
import { loadPackageFor } from "../packages/load-package.server.ts";
import { PackagePage } from "../packages/package-page.tsx";
import { inviteClientPath, packagePath } from "../record-paths.ts";
import { apiOf, load, loadBoth, logFaults, recordId } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { DraftNotice } from "../ui/draft-notice.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { firstValues } from "../ui/field-frame.tsx";
import { CheckboxField, ChoiceGroup, TextArea } from "../ui/fields.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import { FormFoot } from "../ui/form-foot.tsx";
import { isAbsent, NotLoadedLine, type Part } from "../ui/not-loaded.tsx";
import { EmptyState, Notice } from "../ui/notice.tsx";
import { formatCount } from "../ui/number-format.ts";
import { searchIn } from "../ui/search-text.ts";
import type { Route } from "./+types/clients";
import { buttonOf, ChoiceSearch, checkUnlessSearched, LookAgain, useFurther } from "./choice-search.tsx";
import { type ClientChoices, listChoices, listNamed, listTicked } from "./client-choices.server.ts";
import { fetchShown, prepareShown, showsAddressOnly } from "./load-shown.server.ts";
import { textsOf, withChoices } from "./refused-choices.server.ts";
import {
  clientsForm,
  lookForm,
  looking,
  mostFound,
  previewForm,
  previewing,
  previewPath,
  readChosen,
  selecting,
  tickSelected,
} from "./share-link.ts";
import { shareWithClients } from "./shares.server.ts";
import { andSend, CountedNow, EmailCount, SelectAll, UnnamedLine, unnamedIn, useTicked } from "./ticked.tsx";

type Context = Readonly<RouterContextProvider>;

export const handle = { form: "create" };

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const packageId = recordId(params.packageId);
  const named = listNamed(context, readChosen(url.searchParams));
  const first = named.then((found) => found?.clients ?? []);
  const [item, [choice, shown, chosen]] = await loadBoth(
    loadPackageFor("update", context, packageId),
    Promise.all([listChoices(context, packageId, { search: "", first }), fetchShown(context, packageId), named]),
  );
  const { id, street } = item;
  return {
    item: { id, street },
    choice,
    chosen: chosen && { ids: chosen.ids, part: chosen.part, missing: chosen.missing, unreachable: chosen.unreachable },
    documents: shown.documents,
    isBare: isKnown(shown.released) && showsAddressOnly(item, shown.released.ok ? shown.released.data : null),
    mayInvite: mayInvite(context),
    start: await startForm(context),
  };
}

/** Whether nothing more is to be expected of a service. */
function isKnown(part: Part): boolean {
  return part.ok || isAbsent(part);
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.packageId);
  const posted = await readFormData(request, context);
  if (posted.has(selecting)) tickSelected(posted, "clientIds");
  if (posted.has(looking) || posted.has(selecting)) return lookFor(context, id, posted);
  if (posted.has(previewing)) return preview(context, id, posted);
  const form = await readFormFields(posted, clientsForm, context, { ofRecord: true });
  const refuse = (answer: FormAnswer) => {
    const ids = lookForm.shape.clientIds.parse(textsOf(posted, "clientIds"));
    return withChoices(context, answer, () => listWithTicked(context, id, { search: "", ids }));
  };
  if (!form.isValid) return refuse(form.answer);
  const { note, clientIds, countedIds } = form.value;
  if (!isCounted(countedIds, clientIds)) {
    const current = await load(listWithTicked(context, id, { search: "", ids: clientIds }));
    return form.reply({ status: 409, current, question: { count: clientIds.length } });
  }
  const answer = await writeForm(context, form, async ({ key }) => {
    const invites = form.value.invites && mayInvite(context);
    await prepareShown(context, id, form.value, key);
    await shareWithClients(apiOf(context), id, { note, clientIds, invites }, key);
    const addresses = await settle(apiOf(context), (api) => countAddresses(api, clientIds), logFaults(context));
    const isMailed = !addresses.ok || Object.values(addresses.data).some((count) => count > 0);
    const outcome = isMailed ? "The emails are on their way." : "No email was sent: there is no email address.";
    return { location: packagePath(id), toast: `Shared with ${formatCount(clientIds.length, "client")}. ${outcome}` };
  });
  return answer instanceof Response ? answer : refuse(answer);
}

/** Saves nothing: the page that it leads to says in its address what is ticked. */
async function preview(context: Context, id: string, posted: FormData) {
  const form = await readFormFields(posted, previewForm, context, { ofRecord: true });
  return form.isValid ? redirect(previewPath(id, form.value), 303) : form.answer;
}

async function lookFor(context: Context, id: string, posted: FormData) {
  const form = await readFormFields(posted, lookForm, context, { ofRecord: true });
  if (!form.isValid) return form.answer;
  const { q, clientIds: ids } = form.value;
  const current = await load(listWithTicked(context, id, { search: searchIn(q), ids }));
  return form.reply({ status: 200, current });
}

/** Who may be chosen: first whoever was ticked. */
function listWithTicked(
  context: Context,
  packageId: string,
  { search, ids }: { readonly search: string; readonly ids: readonly string[] },
) {
  return listChoices(context, packageId, { search, first: listTicked(apiOf(context), ids) });
}

export default function ShareWithClients(props: Route.ComponentProps) {
  const { item, chosen } = props.loaderData;
  return (
    <PackagePage
      item={item}
      title="Share property"
      subtitle="Creates an opportunity for each client and emails a link to everyone in their household."
    >
      <ChosenClients chosen={chosen} />
      <ClientsForm {...props} />
    </PackagePage>
  );
}

type Shown = Route.ComponentProps["loaderData"];

/** With whom a property is shared, what they see of it and what is said to them; before it, the search for others. */
function ClientsForm({ loaderData, actionData: reply }: Route.ComponentProps) {
  const { item, documents, start } = loaderData;
  const choice: ClientChoices = reply?.current ?? loaderData.choice;
  const { search, found, addresses } = choice;
  const listed = documents.ok ? documents.data : [];
  const [form, fields] = useSchemaForm({
    id: "clients",
    schema: clientsForm,
    result: reply?.result,
    initial: {
      invites: "on",
      // Those who were chosen on the list of clients, and nobody else.
      clientIds: loaderData.chosen?.ids ?? [],
      documentIds: listed.filter(({ isShown }) => isShown).map(({ id }) => id),
    },
    parked: start.parked,
  });
  const unnamed = unnamedIn(
    reply,
    fields.clientIds,
    choice.options.map(({ value }) => value),
  );
  const options = [
    ...unnamed.map((value) => ({ value, label: "A client you ticked, whose name couldn't be loaded" })),
    ...choice.options,
  ];
  const { picked, further, pick } = useFurther(
    form.id,
    options.map(({ value }) => value),
  );
  const ticked = useTicked(
    form.id,
    fields.clientIds.name,
    firstValues(fields.clientIds).filter((id) => options.some(({ value }) => value === id)),
  );
  const again = <LookAgain formId={form.id} />;
  const those = formatCount(ticked.length, "client");
  const emails =
    addresses === null || unnamed.length > 0 ? null : ticked.reduce((sum, id) => sum + (addresses[id] ?? 0), 0);

  return (
    <>
      <ChoiceSearch kind="clients" label="Search clients" formId={form.id} searched={choice} onPick={pick} />
      <UnnamedLine count={unnamed.length} what="names of the clients you ticked" formId={form.id} />
      <NotLoadedLine what="clients whom the property fits" part={choice.fits} again={again} />
      <SelectAll formId={form.id} ids={choice.fitting} what="clients whom the property fits" />
      <div onSubmitCapture={leaveToBrowser}>
        <PostForm form={form} onSubmit={checkUnlessSearched(form.onSubmit)}>
          <FormStart start={start} reply={reply} />
          <DraftNotice formId={form.id} />
          <CountedNow question={reply?.question} what={those} />
          <ErrorSummary form={form} />
          <input type="hidden" name={fields.countedIds.name} value={nameAll(ticked)} />
          {further.map(({ value }) => (
            <input key={value} type="hidden" name={fields.clientIds.name} value={value} />
          ))}
          {options.length === 0 ? (
            <NoChoices search={search} />
          ) : (
            <ChoiceGroup
              field={fields.clientIds}
              label="Clients"
              options={options}
              ticked={picked.map(({ value }) => value)}
              hint={`They'll see the photos, facts and the documents chosen below.${found === mostFound ? " Search to find clients who are not listed." : ""}`}
            />
          )}
          {choice.unreachable.length === 0 ? null : <p className="hint">{sayUnreachable(choice.unreachable)}</p>}
          <NotLoadedLine what="documents" part={documents} again={again} />
          <ShownFieldset {...loaderData} fields={fields} />
          <TextArea field={fields.note} label="Note" hint="A short personal message for the email." optional />
          {loaderData.mayInvite ? (
            <CheckboxField
              field={fields.invites}
              label="Invite to the client portal"
              hint="For people who were never invited. Those who have access get a link that opens the property in their portal."
            />
          ) : null}
          <EmailCount formId={form.id} count={ticked.length} emails={emails} />
          <FormFoot
            send={ticked.length === 0 ? "Continue" : `Share with ${those}${andSend(emails)}`}
            cancel={packagePath(item.id)}
          >
            {/* Behind the button that a press of Enter means. */}
            <button className="btn" type="submit" name={previewing} formTarget="_blank" formNoValidate>
              Show preview<span className="vh"> in a new tab</span>
            </button>
          </FormFoot>
        </PostForm>
      </div>
    </>
  );
}

function NoChoices({ search }: { search: string }) {
  return (
    <EmptyState action={<LinkButton href={inviteClientPath()}>Invite client</LinkButton>}>
      {search === "" ? "There are no clients yet." : "Search for another name, or invite someone new."}
    </EmptyState>
  );
}

/** The browser itself opens the tab of the preview. */
function leaveToBrowser(event: FormEvent): void {
  if (buttonOf(event) === previewing) event.stopPropagation();
}

type ShownFieldsetProps = Shown & { fields: ReturnType<typeof useSchemaForm<typeof clientsForm>>[1] };

/** What clients get to see of a property: its documents one by one, and the way to the rest. */
function ShownFieldset({ item, fields, documents: found, isBare }: ShownFieldsetProps) {
  const documents = found.ok ? found.data : [];
  // Shown by somebody else since the form was loaded.
  const listed = firstValues(fields.listedIds);
  return (
    <>
      {documents.length === 0 ? null : (
        <ChoiceGroup
          field={fields.documentIds}
          label="Documents that clients see"
          options={documents.map(({ id, label, folder }) => {
            return { value: id, label: folder === null ? label : `${folder} / ${label}` };
          })}
          ticked={documents.filter(({ id, isShown }) => isShown && !listed.includes(id)).map(({ id }) => id)}
          hint="For every client who has this property."
        />
      )}
      {documents.map(({ id }) => (
        <input key={id} type="hidden" name={fields.listedIds.name} value={id} />
      ))}
      {found.ok
        ? null
        : [fields.documentIds, fields.listedIds].map((field) =>
            // What was chosen before they could not be loaded.
            firstValues(field).map((id) => <input key={field.name + id} type="hidden" name={field.name} value={id} />),
          )}
      <p className="actions">
        <a className="link" href={href("/packages/:packageId/portal", { packageId: item.id })}>
          Choose what else clients see
        </a>
      </p>
      {isBare ? (
        <>
          <Notice tone="warn">
            Clients would see the address and nothing else. Add photos or facts, or show a document first.
          </Notice>
          <CheckboxField field={fields.sendsEmpty} label="Send all the same" />
        </>
      ) : null}
    </>
  );
}

/** Who is ticked because they were chosen on the list of clients. */
function ChosenClients({ chosen }: Pick<Shown, "chosen">) {
  if (chosen === null) return null;
  const { part, ids, missing, unreachable } = chosen;
  if (!part.ok) return <NotLoadedLine what="names of the clients you chose" part={part} />;
  return (
    <Notice>
      {ids.length === 0
        ? "None of the clients you chose can get a property. "
        : `The ${formatCount(ids.length, "client")} you chose ${ids.length === 1 ? "is" : "are"} ticked. `}
      {missing === 0 || ids.length === 0
        ? ""
        : `${missing} more ${missing === 1 ? "is" : "are"} archived, or no longer there. `}
      {unreachable.length === 0 ? "" : `${sayUnreachable(unreachable)} `}
      Up to {mostChosen} can get a property at once.
    </Notice>
  );
}

/** Who will get no email, before anything is sent. @param names of clients without an email address */
function sayUnreachable(names: readonly string[]): string {
  const have = names.length === 1 ? "has no email address and gets" : "have no email address and get";
  return `${formatCount(names.length, "client")} ${have} no email: ${names.join(", ")}.`;
}
