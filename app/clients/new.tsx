import { useLocation } from "react-router";
import { FormRefusal, startForm, submitForm } from "../forms/forms.server.ts";
import { DialogError, DialogPage } from "../lists/dialog-page.tsx";
import { requirePermission } from "../session/session.server.ts";
import { searchIn } from "../ui/search-text.ts";
import type { Route } from "./+types/new";
import { type Duplicate, newClientForm } from "./client.ts";
import { ClientForm } from "./client-form.tsx";
import { listPath } from "./client-list.ts";
import { createClient, findDuplicates } from "./clients.server.ts";
import { DuplicateNotice } from "./duplicate-notice.tsx";

/** Asked before a possible duplicate is created. */
interface DuplicateQuestion {
  readonly duplicates: readonly Duplicate[];
}

export const handle = { form: "create" };

/** A name in the URL is filled in. */
export async function loader({ url, context }: Route.LoaderArgs) {
  requirePermission(context, "clients.create", "create clients", { label: "Back to clients", href: listPath });
  return { name: searchIn(url.searchParams.get("name") ?? ""), start: await startForm(context) };
}

export async function action({ request, context }: Route.ActionArgs) {
  return submitForm<typeof newClientForm, never, DuplicateQuestion>(
    { request, context },
    newClientForm,
    async ({ api, value: { known, ...contact }, key }) => {
      // Inside the write, which runs once for parallel submissions, so that none finds what another has just created.
      const duplicates = (await findDuplicates(api, contact)).filter(({ id }) => !known.includes(id));
      if (duplicates.length > 0) throw new FormRefusal<DuplicateQuestion>({ question: { duplicates } });
      const { name } = await createClient(api, contact, key);
      return { location: listPath, toast: `Client created: ${name}.` };
    },
  );
}

const heading = { path: listPath, title: "Create a new client" };

export function ErrorBoundary() {
  return <DialogError {...heading} />;
}

export default function NewClient({ loaderData: { name, start }, actionData }: Route.ComponentProps) {
  const { search } = useLocation();
  return (
    <DialogPage {...heading}>
      <ClientForm
        start={start}
        reply={actionData}
        initial={{ name }}
        send="Create client"
        cancel={listPath + search}
        replace
      >
        <DuplicateNotice duplicates={actionData?.question?.duplicates ?? []} />
      </ClientForm>
    </DialogPage>
  );
}
