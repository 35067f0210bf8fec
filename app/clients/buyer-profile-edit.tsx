import { readForm, recordVersion, startForm, writeForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { apiOf, notFound } from "../session/session.server.ts";
import { currencyChoices } from "../ui/money-values.ts";
import type { Route } from "./+types/buyer-profile-edit";
import { buyerProfileForm, typedProfile } from "./buyer-profile.ts";
import { BuyerProfileFieldset, wishLabels } from "./buyer-profile-fields.tsx";
import { clientPath } from "./client-links.ts";
import { ClientPage } from "./client-page.tsx";
import { findClient, updateBuyerProfile } from "./clients.server.ts";
import { loadBuyerProfile } from "./load-client.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { client, profile } = await loadBuyerProfile(context, params.id);
  const shown = recordVersion(profile, typedProfile);
  return {
    client: { id: client.id, name: client.name },
    typed: shown.typed,
    currencies: currencyChoices(profile.budget),
    start: await startForm(context, shown),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request, buyerProfileForm, context);
  if (!form.isValid) return form.answer;
  const { client, profile } = await loadBuyerProfile(context, params.id);
  const api = apiOf(context);
  return writeForm(
    context,
    form,
    async ({ key }) => {
      await updateBuyerProfile(api, profile.id, form.value, { key, etag: form.version });
      return { location: clientPath(client.id), toast: "Buyer profile saved." };
    },
    async () => {
      const { buyerProfile } = await findClient(api, client.id);
      if (buyerProfile === null) throw notFound();
      return recordVersion(buyerProfile, typedProfile);
    },
  );
}

const compared = { "budget.amount": "Budget", "budget.currency": "Currency of the budget", ...wishLabels };

export default function EditBuyerProfile({ loaderData, actionData }: Route.ComponentProps) {
  const { client, typed, currencies, start } = loaderData;
  return (
    <ClientPage
      client={client}
      title="Edit buyer profile"
      subtitle={`The wishes of ${client.name}. Leave empty what does not matter.`}
    >
      <RecordForm
        id="profile"
        schema={buyerProfileForm}
        start={start}
        reply={actionData}
        initial={typed}
        compared={compared}
        send="Save changes"
        cancel={clientPath(client.id)}
      >
        {(fields) => <BuyerProfileFieldset fields={fields} currencies={currencies} />}
      </RecordForm>
    </ClientPage>
  );
}
