import { recordVersion, startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { clientPath } from "../record-paths.ts";
import { loadBoth, recordId } from "../session/session.server.ts";
import { currencyChoices } from "../ui/money-values.ts";
import { NotLoadedLine } from "../ui/not-loaded.tsx";
import { loadUsedWords, partOfWords } from "../used-words/used-words.server.ts";
import { othersThan, usualHouseTypes } from "../used-words/used-words.ts";
import type { Route } from "./+types/buyer-profile-edit";
import { buyerProfileForm, profileInput, typedProfile } from "./buyer-profile.ts";
import { BuyerProfileFieldset } from "./buyer-profile-fieldset.tsx";
import { ClientPage } from "./client-page.tsx";
import { updateBuyerProfile } from "./clients.server.ts";
import { labelOf, mapFields } from "./declared-fields.ts";
import { loadBuyerProfile } from "./load-client.server.ts";
import { profileFields } from "./profile-fields.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const [{ client, profile }, words] = await loadBoth(
    loadBuyerProfile(context, recordId(params.id)),
    loadUsedWords(context),
  );
  const shown = recordVersion(profile, typedProfile);
  return {
    client: { id: client.id, name: client.name },
    typed: shown.typed,
    currencies: currencyChoices(profile.budget),
    words: partOfWords(words),
    used: {
      areas: othersThan(profile.preferredAreas, words?.areas ?? []),
      houseTypes: othersThan(profile.propertyTypes, [...usualHouseTypes, ...(words?.houseTypes ?? [])]),
    },
    start: await startForm(context, shown),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return submitForm(
    { request, context },
    buyerProfileForm,
    async ({ api, value, ...terms }) => {
      const { client, profile } = await loadBuyerProfile(context, params.id);
      await updateBuyerProfile(api, profile.id, profileInput(value), terms);
      return { location: clientPath(client.id), toast: "Buyer profile saved." };
    },
    async () => recordVersion((await loadBuyerProfile(context, params.id)).profile, typedProfile),
  );
}

const { budget: _budget, ...plainFields } = profileFields;
const compared = {
  "budget.amount": "Budget",
  "budget.currency": "Budget currency",
  ...mapFields(plainFields, labelOf),
};

export default function EditBuyerProfile({ loaderData, actionData }: Route.ComponentProps) {
  const { client, typed, currencies, words, used, start } = loaderData;
  return (
    <ClientPage
      client={client}
      title="Edit buyer profile"
      subtitle={`What ${client.name} is looking for. Leave blank anything that doesn't matter.`}
    >
      <NotLoadedLine what="areas and house types in use" part={words} />
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
        {(fields) => <BuyerProfileFieldset fields={fields} currencies={currencies} used={used} />}
      </RecordForm>
    </ClientPage>
  );
}
