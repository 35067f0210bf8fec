import { data, useLocation, useOutletContext } from "react-router";
import type { FormReply } from "../forms/form-reply.ts";
import { startForm } from "../forms/form-start.server.ts";
import { readForm } from "../forms/read-form.server.ts";
import { sendForm } from "../forms/submit-form.server.ts";
import { requirePermission } from "../session/permission.server.ts";
import { apiOf } from "../session/session.server.ts";
import type { OverList } from "../ui/over-list.tsx";
import { Page, PageHead } from "../ui/page.tsx";
import type { Route } from "./+types/new";
import { type Duplicate, newClientForm } from "./client.ts";
import { ClientForm } from "./client-form.tsx";
import { listPath } from "./client-list.ts";
import { createClient, findDuplicates } from "./clients.server.ts";
import { DuplicateNotice } from "./duplicate-notice.tsx";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export const handle = { form: "create" };

export const meta: Route.MetaFunction = () => [{ title: "Create a new client · Latchkey" }];

export async function loader({ context }: Route.LoaderArgs) {
  requirePermission(context, "clients.create", "create clients", { label: "Back to clients", href: listPath });
  return { start: await startForm(context) };
}

/** The form again; with those who may be the same client when that is why. */
type NewClientReply = FormReply & { readonly duplicates?: readonly Duplicate[] };
type NewClientAnswer = Response | ReturnType<typeof data<NewClientReply>>;

export async function action({ request, context }: Route.ActionArgs): Promise<NewClientAnswer> {
  const form = await readForm(request, newClientForm, context);
  if (!form.isValid) return form.answer;
  const { known, ...contact } = form.value;
  const api = apiOf(context);
  let duplicates: Duplicate[] = [];
  const answer = () => data({ ...form.reply({}).data, duplicates }, { status: 409 });
  try {
    return await sendForm<typeof form.value, never>(context, form, async (key) => {
      // Looked for inside, so that of parallel sends one looks, and none finds what another has just created.
      duplicates = (await findDuplicates(api, contact)).filter(({ id }) => !known.includes(id));
      if (duplicates.length > 0) throw answer();
      const { name } = await createClient(api, contact, key);
      return { location: listPath, toast: `Client created: ${name}.` };
    });
  } catch (error) {
    if (duplicates.length > 0) return answer();
    throw error;
  }
}

export default function NewClient({ loaderData: { start }, actionData }: Route.ComponentProps) {
  const overList = useOutletContext<OverList | null>() === true;
  const { search } = useLocation();
  const form = (
    <ClientForm start={start} reply={actionData} send="Create client" cancel={listPath + search} replace>
      <DuplicateNotice duplicates={actionData?.duplicates ?? []} />
    </ClientForm>
  );
  if (overList) return form;
  return (
    <Page narrow>
      <PageHead title="Create a new client" />
      {form}
    </Page>
  );
}
