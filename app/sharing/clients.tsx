import type { FormEvent } from "react";
import { openPackageFor } from "../packages/opening.server.ts";
import { packagePath } from "../packages/package-list.ts";
import { PackagePage } from "../packages/package-page.tsx";
import { startForm } from "../session/form-start.server.ts";
import { FormStart } from "../session/form-start.tsx";
import { load, recordId } from "../session/loading.server.ts";
import { sendForm } from "../session/sending.server.ts";
import { apiOf } from "../session/session.server.ts";
import { readSubmission } from "../session/submission.server.ts";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { ChoiceGroup, TextArea } from "../ui/fields.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import { EmptyState, Notice } from "../ui/notice.tsx";
import { formatCount } from "../ui/number-format.ts";
import { readSearch } from "../ui/search-text.ts";
import { SearchBox } from "../ui/toolbar.tsx";
import type { Route } from "./+types/clients";
import { type ClientChoice, listChosen, listFound } from "./client-choices.server.ts";
import { clientsForm, readChosen } from "./share-link.ts";
import { shareWithClients } from "./shares.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export const handle = { form: "create" };

export const meta: Route.MetaFunction = () => [{ title: "Share property · Latchkey" }];

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { id, street, clients } = await openPackageFor("update", context, params.packageId);
  const api = apiOf(context);
  const search = readSearch(url.searchParams);
  const { clientIds, note } = readChosen(url.searchParams);
  const [chosen, found] = await load(Promise.all([listChosen(api, clientIds), listFound(api, search)]));
  // Whoever was chosen before the search stands first, and then whoever the package is open for.
  const options = [...chosen, ...(search === "" ? clients : []), ...found];
  return {
    item: { id, street },
    search,
    isInVain: search !== "" && found.length === 0,
    options: [...new Map(options.map((client) => [client.id, toOption(client)])).values()],
    typed: { clientIds: chosen.map((client) => client.id), note },
    start: await startForm(context),
  };
}

function toOption({ id, name, email }: ClientChoice) {
  return { value: id, label: email === null ? name : `${name}, ${email}` };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.packageId);
  const form = await readSubmission(request, clientsForm, context, { ofRecord: true });
  if (!form.isValid) return form.answer;
  return sendForm(context, form, async (key) => {
    await shareWithClients(apiOf(context), id, form.value, key);
    const count = formatCount(form.value.clientIds.length, "client");
    return { location: packagePath(id), toast: `Shared with ${count}. The mails are on their way.` };
  });
}

export default function ShareWithClients({ loaderData, actionData }: Route.ComponentProps) {
  const { item, search, isInVain, options, typed, start } = loaderData;
  const [form, fields] = useSchemaForm({
    id: "clients",
    schema: clientsForm,
    result: actionData?.result,
    initial: typed,
    parked: start.parked,
  });
  /** Looking for others needs nothing to be right yet. */
  const checkUnlessSearched = (event: FormEvent<HTMLFormElement>) => {
    const { nativeEvent } = event;
    const by = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
    if (by?.getAttribute("formmethod") !== "get") form.onSubmit(event);
  };
  return (
    <PackagePage
      item={item}
      title="Share property"
      subtitle="It becomes an opportunity of each client. Everybody of their households is e-mailed a link to it."
    >
      <search className="tools">
        <SearchBox name="q" form={form.id} label="Search clients" placeholder="Search clients" value={search} />
        <button className="btn" type="submit" form={form.id} formMethod="get" formNoValidate>
          Apply
        </button>
      </search>
      {isInVain ? <Notice>No results.</Notice> : null}
      <PostForm form={form} onSubmit={checkUnlessSearched}>
        <FormStart start={start} reply={actionData} />
        <ErrorSummary form={form} />
        {options.length === 0 ? (
          <EmptyState action={<LinkButton href="/clients/new">Invite client</LinkButton>}>
            {search === "" ? "There are no clients yet." : "Search for another name, or invite somebody new."}
          </EmptyState>
        ) : (
          <ChoiceGroup
            field={fields.clientIds}
            label="Clients"
            options={options}
            hint="They see photo, facts and the documents that are marked for clients."
          />
        )}
        <TextArea field={fields.note} label="Note" hint="A few words of yours in the mail." />
        <div className="actions">
          <SubmitButton>Share property</SubmitButton>
          <LinkButton href={packagePath(item.id)}>Cancel</LinkButton>
        </div>
      </PostForm>
    </PackagePage>
  );
}
