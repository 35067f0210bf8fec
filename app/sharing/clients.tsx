import type { RouterContextProvider } from "react-router";
import { redirect } from "react-router";
import { countAddresses } from "../clients/clients.server.ts";
import { type FormAnswer, readFormData, readFormFields, startForm, writeForm } from "../forms/forms.server.ts";
import { mayInvite } from "../invitations/portal-panel.server.ts";
import { settle } from "../json-api/settle.ts";
import { loadPackageFor } from "../packages/load-package.server.ts";
import { PackagePage } from "../packages/package-page.tsx";
import { packagePath } from "../record-paths.ts";
import { apiOf, load, loadBoth, logFaults, recordId } from "../session/session.server.ts";
import { isAbsent, type Part } from "../ui/not-loaded.tsx";
import { formatCount } from "../ui/number-format.ts";
import { searchIn } from "../ui/search-text.ts";
import type { Route } from "./+types/clients";
import { ChosenClients } from "./chosen-clients.tsx";
import { listChoices, listNamed, listTicked } from "./client-choices.server.ts";
import { ClientsForm } from "./clients-form.tsx";
import { fetchShown, showsAddressOnly } from "./load-shown.server.ts";
import { textsOf, withChoices } from "./refused-choices.server.ts";
import {
  clientsForm,
  isCounted,
  lookForm,
  looking,
  previewForm,
  previewing,
  previewPath,
  readChosen,
  selecting,
  tickSelected,
} from "./share-link.ts";
import { shareWithClients } from "./shares.server.ts";
import { prepareShown } from "./show-documents.server.ts";

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

export default function ShareWithClients({ loaderData, actionData }: Route.ComponentProps) {
  const { item, choice, chosen } = loaderData;
  return (
    <PackagePage
      item={item}
      title="Share property"
      subtitle="Creates an opportunity for each client and emails a link to everyone in their household."
    >
      <ChosenClients chosen={chosen} />
      <ClientsForm
        {...loaderData}
        packageId={item.id}
        choice={actionData?.current ?? choice}
        chosen={chosen?.ids ?? []}
        reply={actionData}
      />
    </PackagePage>
  );
}
