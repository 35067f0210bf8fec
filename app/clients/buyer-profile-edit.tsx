import { recordVersion, startChange, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { clientPath } from "../record-paths.ts";
import { loadBoth, recordId } from "../session/session.server.ts";
import { FieldGroup } from "../ui/field-group.tsx";
import { TextArea, TextField } from "../ui/fields.tsx";
import type { useSchemaForm } from "../ui/form.tsx";
import { MoneyField } from "../ui/money-field.tsx";
import { currencyChoices } from "../ui/money-values.ts";
import { NotLoadedLine } from "../ui/not-loaded.tsx";
import type { Choice } from "../ui/options.tsx";
import { loadUsedWords, partOfWords } from "../used-words/used-words.server.ts";
import { othersThan, usualHouseTypes } from "../used-words/used-words.ts";
import { WordsField } from "../used-words/words-field.tsx";
import type { Route } from "./+types/buyer-profile-edit";
import { buyerProfileForm, profileInput, typedProfile } from "./buyer-profile.ts";
import { ClientPage } from "./client-page.tsx";
import { updateBuyerProfile } from "./clients.server.ts";
import { inputModeOf, labelOf, mapFields } from "./declared-fields.ts";
import { loadBuyerProfile } from "./load-client.server.ts";
import { profileFields, profileNames } from "./profile-fields.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const [{ client, profile }, words] = await loadBoth(
    loadBuyerProfile(context, recordId(params.id)),
    loadUsedWords(context),
  );
  return {
    client: { id: client.id, name: client.name },
    currencies: currencyChoices(profile.budget),
    words: partOfWords(words),
    used: {
      areas: othersThan(profile.preferredAreas, words?.areas ?? []),
      houseTypes: othersThan(profile.propertyTypes, [...usualHouseTypes, ...(words?.houseTypes ?? [])]),
    },
    ...(await startChange(context, profile, typedProfile)),
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
  const { client, currencies, words, used, ...form } = loaderData;
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
        {...form}
        reply={actionData}
        compared={compared}
        send="Save changes"
        cancel={clientPath(client.id)}
      >
        {(fields) => <BuyerProfileFieldset fields={fields} currencies={currencies} used={used} />}
      </RecordForm>
    </ClientPage>
  );
}

type Fields = ReturnType<typeof useSchemaForm<typeof buyerProfileForm>>[1];

type BuyerProfileFieldsetProps = {
  fields: Fields;
  currencies: readonly Choice[];
  /** Words in use that the profile does not have. */
  used: { readonly areas: readonly string[]; readonly houseTypes: readonly string[] };
};

const figures = profileNames.filter((name) => inputModeOf(profileFields[name]) !== undefined);
const texts = profileNames.filter((name) => profileFields[name].kind === "lines");

/** The fields of a buyer profile. */
function BuyerProfileFieldset({ fields, currencies, used }: BuyerProfileFieldsetProps) {
  const budget = fields.budget.getFieldset();
  const { preferredAreas, propertyTypes } = profileFields;
  return (
    <>
      <FieldGroup title="Budget and size">
        <MoneyField amount={budget.amount} currency={budget.currency} label="Budget" currencies={currencies} />
        {figures.map((name) => (
          <TextField
            key={name}
            field={fields[name]}
            label={labelOf(profileFields[name])}
            inputMode={inputModeOf(profileFields[name])}
          />
        ))}
      </FieldGroup>
      <FieldGroup title="Where and what">
        <WordsField
          fields={{ typed: fields.preferredAreas, used: fields.usedAreas, other: fields.otherArea }}
          label={preferredAreas.label}
          another="Another area"
          offered={used.areas}
          hint={preferredAreas.hint}
        />
        <WordsField
          fields={{ typed: fields.propertyTypes, used: fields.usedTypes, other: fields.otherType }}
          label={propertyTypes.label}
          another="Another house type"
          offered={used.houseTypes}
          hint={propertyTypes.hint}
        />
      </FieldGroup>
      <FieldGroup title="Notes">
        {texts.map((name) => (
          <TextArea key={name} field={fields[name]} label={labelOf(profileFields[name])} rows={6} />
        ))}
      </FieldGroup>
    </>
  );
}
