import type { RouterContextProvider } from "react-router";
import { ClientPage } from "../clients/client-page.tsx";
import { addressesOf } from "../clients/clients.server.ts";
import { loadClientFor } from "../clients/load-client.server.ts";
import {
  type FormAnswer,
  FormRefusal,
  readFormData,
  readFormFields,
  startForm,
  writeForm,
} from "../forms/forms.server.ts";
import { mayInvite } from "../invitations/portal-panel.server.ts";
import type { Api } from "../json-api/api.ts";
import { clientPath } from "../record-paths.ts";
import { load, loadBoth, recordId } from "../session/session.server.ts";
import { Notice } from "../ui/notice.tsx";
import { formatCount } from "../ui/number-format.ts";
import { searchIn } from "../ui/search-text.ts";
import type { Route } from "./+types/packages";
import { listPackageChoices } from "./package-choices.server.ts";
import { isBare, lookForPackages, packagesForm, readPackages } from "./package-share.ts";
import { PackagesForm } from "./packages-form.tsx";
import { textsOf, withChoices } from "./refused-choices.server.ts";
import { isCounted, looking, selecting, tickSelected } from "./share-link.ts";
import { findPackageChoice, sharePackages } from "./shares.server.ts";

type Context = Readonly<RouterContextProvider>;

export const handle = { form: "create" };

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const id = recordId(params.id);
  const named = readPackages(url.searchParams);
  const [client, choices] = await loadBoth(
    loadClientFor("update", context, id),
    load(listPackageChoices(context, id, { search: "", first: named ?? [] })),
  );
  const rows = choices.rows;
  const shareable = rows.filter(({ obstacle }) => obstacle === null).map((row) => row.id);
  return {
    client: { id, name: client.name, hasEmail: Boolean(client.email), isArchived: client.archivedAt !== null },
    emails: addressesOf(client),
    choices,
    /** Chosen on the list of properties: no other is ticked to begin with. */
    chosen: named?.filter((one) => shareable.includes(one)) ?? [],
    missing: named === null ? 0 : named.filter((one) => !rows.some((row) => row.id === one)).length,
    mayInvite: mayInvite(context),
    start: await startForm(context),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.id);
  const posted = await readFormData(request, context);
  if (posted.has(selecting)) tickSelected(posted, "packageIds");
  if (posted.has(looking) || posted.has(selecting)) return lookFor(context, id, posted);
  const form = await readFormFields(posted, packagesForm, context, { ofRecord: true });
  const refuse = (answer: FormAnswer) => {
    const first = lookForPackages.shape.packageIds.parse(textsOf(posted, "packageIds"));
    return withChoices(context, answer, () => listPackageChoices(context, id, { search: "", first }));
  };
  if (!form.isValid) return refuse(form.answer);
  const { note, packageIds, sendsEmpty, countedIds } = form.value;
  if (!isCounted(countedIds, packageIds)) {
    const current = await load(listPackageChoices(context, id, { search: "", first: packageIds }));
    return form.reply({ status: 409, current, question: { count: packageIds.length } });
  }
  const answer = await writeForm(context, form, async ({ api, key }) => {
    const client = await loadClientFor("update", context, id);
    if (!sendsEmpty) await refuseEmpty(api, id, packageIds);
    const invites = form.value.invites && mayInvite(context);
    await sharePackages(api, id, { note, packageIds, invites }, key);
    const count = formatCount(packageIds.length, "property", "properties");
    const outcome =
      addressesOf(client) > 0 ? "The email is on its way." : "No email was sent: they have no email address.";
    return { location: clientPath(id), toast: `Shared ${count} with ${client.name}. ${outcome}` };
  });
  return answer instanceof Response ? answer : refuse(answer);
}

/** @throws FormRefusal where the client would see nothing but the address of one of them */
async function refuseEmpty(api: Api, clientId: string, packageIds: readonly string[]): Promise<void> {
  const bare = (await findPackageChoice(api, clientId, packageIds)).filter(isBare).map(({ street }) => street);
  if (bare.length === 0) return;
  const sendsEmpty = [
    `The client would see nothing but the address of ${bare.join(", ")}. Check this to send it all the same.`,
  ];
  throw new FormRefusal({ fieldErrors: { sendsEmpty }, status: 400 });
}

async function lookFor(context: Context, id: string, posted: FormData) {
  await loadClientFor("update", context, id);
  const form = await readFormFields(posted, lookForPackages, context, { ofRecord: true });
  if (!form.isValid) return form.answer;
  // What was chosen before stands first.
  const { q, packageIds: first } = form.value;
  const current = await load(listPackageChoices(context, id, { search: searchIn(q), first }));
  return form.reply({ status: 200, current });
}

export default function SharePackages({ loaderData, actionData }: Route.ComponentProps) {
  const { client, choices, missing } = loaderData;
  return (
    <ClientPage
      client={client}
      title="Share properties"
      subtitle={`Creates an opportunity for each property and emails one message with all the links to everyone in the household of ${client.name}.`}
    >
      {missing === 0 ? null : (
        <Notice tone="warn">{`${formatCount(missing, "property", "properties")} you chose can’t be seen by you, or no longer ${missing === 1 ? "exists" : "exist"}.`}</Notice>
      )}
      {client.hasEmail ? null : (
        <Notice tone="warn">{client.name} has no email address and gets no email. Others in the household may.</Notice>
      )}
      {client.isArchived ? (
        <Notice tone="warn">{client.name} is archived. Restore the client to share properties with them.</Notice>
      ) : (
        <PackagesForm {...loaderData} choices={actionData?.current ?? choices} reply={actionData} />
      )}
    </ClientPage>
  );
}
