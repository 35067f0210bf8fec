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
import { EmptyState } from "../ui/notice.tsx";
import { formatCount } from "../ui/number-format.ts";
import { readSearch } from "../ui/search-text.ts";
import { SearchBox, Toolbar } from "../ui/toolbar.tsx";
import type { Route } from "./+types/clients";
import { clientsForm, sharesPath } from "./share-link.ts";
import { listClientsToChoose, shareWithClients } from "./shares.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export const handle = { form: "create" };

export const meta: Route.MetaFunction = () => [{ title: "Share property · Latchkey" }];

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { id, street, clients } = await openPackageFor("update", context, params.packageId);
  const search = readSearch(url.searchParams);
  const found = await load(listClientsToChoose(apiOf(context), search));
  // Whoever the package is open for stands first.
  const paired = clients.map(({ id: value, name, email }) => ({ value, label: `${name}, ${email}` }));
  const others = found.filter(({ value }) => !paired.some((one) => one.value === value));
  return {
    item: { id, street },
    search,
    options: search === "" ? [...paired, ...others] : found,
    start: await startForm(context),
  };
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
  const { item, search, options, start } = loaderData;
  const [form, fields] = useSchemaForm({
    id: "clients",
    schema: clientsForm,
    result: actionData?.result,
    parked: start.parked,
  });
  return (
    <PackagePage
      item={item}
      title="Share property"
      subtitle="It becomes an opportunity of each client. Everybody of their households is e-mailed a link to it."
    >
      <Toolbar action={sharesPath(item.id, "clients")} label="Search clients">
        <SearchBox name="q" label="Search clients" placeholder="Search clients" value={search} />
      </Toolbar>
      <PostForm form={form}>
        <FormStart start={start} reply={actionData} />
        <ErrorSummary form={form} />
        {options.length === 0 ? (
          <EmptyState action={<LinkButton href="/clients/new">Invite client</LinkButton>}>
            {search === "" ? "There are no clients yet." : "No results."}
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
