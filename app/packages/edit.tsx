import { href } from "react-router";
import { recordVersion, startChange, submitForm } from "../forms/forms.server.ts";
import { atTime, RecordForm } from "../forms/forms.tsx";
import { packagePath } from "../record-paths.ts";
import { loadBoth, recordId } from "../session/session.server.ts";
import { localTimeOf } from "../ui/clock.server.ts";
import { FieldGroup } from "../ui/field-group.tsx";
import { SelectField, TextArea, TextField } from "../ui/fields.tsx";
import type { useSchemaForm } from "../ui/form.tsx";
import { MoneyField } from "../ui/money-field.tsx";
import { currencyChoices } from "../ui/money-values.ts";
import { NotLoadedLine } from "../ui/not-loaded.tsx";
import type { Choice } from "../ui/options.tsx";
import { phoneNotice } from "../ui/phone.server.ts";
import { showTimeZone, timeZoneChoices } from "../ui/time-zone-choices.ts";
import { loadUsedWords, partOfWords } from "../used-words/used-words.server.ts";
import { houseTypeChoices, othersThan } from "../used-words/used-words.ts";
import { WordsField } from "../used-words/words-field.tsx";
import type { Route } from "./+types/edit";
import { AddressFieldset, addressLabels } from "./address-fieldset.tsx";
import { loadPackageFor } from "./load-package.server.ts";
import { optionalFacts, packageForm, typedPackage } from "./package.ts";
import { editFormId } from "./package-list.ts";
import { PackagePage } from "./package-page.tsx";
import { type FoundPackage, findPackage, updatePackage } from "./packages.server.ts";

function typedOf(found: FoundPackage) {
  const { offerDueAt, timeZone } = found;
  return typedPackage(found, offerDueAt === null ? "" : localTimeOf(offerDueAt, timeZone ?? "UTC"));
}

export async function loader({ params, context }: Route.LoaderArgs) {
  recordId(params.packageId);
  const [found, words] = await loadBoth(loadPackageFor("update", context, params.packageId), loadUsedWords(context));
  return {
    item: { id: found.id, street: found.street },
    kept: optionalFacts.filter((name) => found[name] !== undefined),
    timeZones: timeZoneChoices(found.timeZone ?? "UTC"),
    words: partOfWords(words),
    offered: {
      tags: found.tags && othersThan(found.tags, words?.packageTags ?? []),
      houseTypes: found.houseType === undefined ? null : houseTypeChoices(words?.houseTypes ?? [], found.houseType),
      areas: words?.areas ?? [],
    },
    ...(await startChange(context, found, typedOf)),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.packageId);
  return submitForm(
    { request, context },
    packageForm,
    async ({ api, value, ...terms }) => {
      await updatePackage(api, id, value, terms);
      return {
        location: packagePath(id),
        toast: `Property saved: ${value.street}.${phoneNotice(value.agentPhoneNumber)}`,
      };
    },
    async (api) => recordVersion(await findPackage(api, id), typedOf),
  );
}

export default function EditPackage({ loaderData, actionData }: Route.ComponentProps) {
  const { item, kept, timeZones, words, offered, ...form } = loaderData;
  const { listPrice, compOverride, hoa } = form.initial;
  const currencies = currencyChoices(listPrice, compOverride, hoa);
  return (
    <PackagePage item={item} title="Edit info" subtitle="Leave blank anything you don't know yet.">
      <p className="mb-2">
        <a href={href("/packages/:packageId/photos", { packageId: item.id })}>Photos</a>
      </p>
      <NotLoadedLine what="tags, house types and areas in use" part={words} />
      <RecordForm
        id={editFormId}
        schema={packageForm}
        {...form}
        reply={actionData}
        compared={comparedFields}
        send="Save changes"
        cancel={packagePath(item.id)}
      >
        {(fields) => (
          <PackageFieldset
            fields={fields}
            kept={kept}
            currencies={currencies}
            timeZones={timeZones}
            offered={offered}
          />
        )}
      </RecordForm>
    </PackagePage>
  );
}

const hoaLabel = "HOA a month";

const labels = {
  beds: "Beds",
  baths: "Baths",
  sqft: "Sqft",
  lotSize: "Lot size (sqft)",
  garages: "Garages",
  yearBuilt: "Year built",
  mlsNumber: "MLS number",
  remarks: "Remarks",
  area: "Area",
  houseType: "House type",
  tags: "Tags",
  schools: "Schools",
  compNote: "Note on the comp. value",
  offerDue: "Offers due",
  timeZone: "Time zone",
  agentName: "Listing agent",
  agentEmail: "Listing agent's email",
  agentPhoneNumber: "Listing agent's phone number",
  agentPhotoUrl: "Listing agent's photo",
};

/** The label of each field, for comparing two versions. */
const comparedFields = {
  ...addressLabels,
  ...labels,
  offerDue: atTime(labels.offerDue),
  timeZone: { label: labels.timeZone, say: showTimeZone },
  "listPrice.amount": "List price",
  "listPrice.currency": "Currency of the list price",
  "hoa.amount": hoaLabel,
  "hoa.currency": "Currency of the HOA",
  "compOverride.amount": "Comp. value",
  "compOverride.currency": "Currency of the comp. value",
};

type Fields = ReturnType<typeof useSchemaForm<typeof packageForm>>[1];

/** What the form offers of words in use. */
interface OfferedWords {
  /** Tags in use that the property does not have; null where the service keeps no tags. */
  readonly tags: readonly string[] | null;
  /** Null where the service keeps no kinds of houses. */
  readonly houseTypes: readonly Choice[] | null;
  readonly areas: readonly string[];
}

type PackageFieldsetProps = {
  /** Those of the optional facts that the service keeps. */
  kept: readonly (typeof optionalFacts)[number][];
  fields: Fields;
  currencies: readonly Choice[];
  timeZones: readonly Choice[];
  offered: OfferedWords;
};

/** All facts about a property. */
function PackageFieldset({ fields, kept, currencies, timeZones, offered }: PackageFieldsetProps) {
  const price = fields.listPrice.getFieldset();
  const comp = fields.compOverride.getFieldset();
  const hoa = fields.hoa.getFieldset();
  return (
    <>
      <FieldGroup title="Price and size">
        <MoneyField amount={price.amount} currency={price.currency} label="List price" currencies={currencies} />
        {kept.includes("hoa") ? (
          <MoneyField amount={hoa.amount} currency={hoa.currency} label={hoaLabel} currencies={currencies} />
        ) : null}
        <TextField field={fields.beds} label={labels.beds} inputMode="numeric" />
        <TextField field={fields.baths} label={labels.baths} inputMode="decimal" />
        <TextField field={fields.sqft} label={labels.sqft} inputMode="numeric" />
        <TextField field={fields.lotSize} label={labels.lotSize} inputMode="decimal" />
        <TextField field={fields.garages} label={labels.garages} inputMode="numeric" />
        {kept.includes("yearBuilt") ? (
          <TextField field={fields.yearBuilt} label={labels.yearBuilt} inputMode="numeric" />
        ) : null}
      </FieldGroup>
      <FieldGroup title="Address">
        <AddressFieldset fields={fields} />
        <TextField field={fields.area} label={labels.area} suggestions={offered.areas} />
        {kept.includes("mlsNumber") ? <TextField field={fields.mlsNumber} label={labels.mlsNumber} /> : null}
      </FieldGroup>
      <FieldGroup title="Offers">
        <TextField
          field={fields.offerDue}
          label={labels.offerDue}
          type="datetime-local"
          hint="In the property's time zone."
        />
        <SelectField field={fields.timeZone} label={labels.timeZone} options={timeZones} />
      </FieldGroup>
      <FieldGroup title="House and tags">
        {offered.houseTypes === null ? null : (
          <>
            <SelectField field={fields.houseType} label={labels.houseType} options={offered.houseTypes} />
            <TextField field={fields.otherHouseType} label="Another house type" hint="If it isn't in the list." />
          </>
        )}
        {offered.tags === null ? null : (
          <WordsField
            fields={{ typed: fields.tags, used: fields.usedTags, other: fields.otherTag }}
            label="Tags"
            another="Another tag"
            offered={offered.tags}
            hint="One per line, e.g. Fixer-upper or View."
          />
        )}
        <TextArea
          field={fields.schools}
          label={labels.schools}
          rows={3}
          hint="One per line. You can add a link after the name."
        />
        {kept.includes("remarks") ? (
          <TextArea field={fields.remarks} label={labels.remarks} hint="Clients don't see these." />
        ) : null}
      </FieldGroup>
      <FieldGroup title="Comp. value" note="Overrides the calculated value. Leave blank to use the comparables.">
        <MoneyField amount={comp.amount} currency={comp.currency} label="Comp. value" currencies={currencies} />
        <TextField field={fields.compNote} label={labels.compNote} />
      </FieldGroup>
      <FieldGroup title="Listing agent">
        <TextField field={fields.agentName} label={labels.agentName} wide />
        <TextField field={fields.agentEmail} label={labels.agentEmail} type="email" />
        <TextField field={fields.agentPhoneNumber} label={labels.agentPhoneNumber} type="tel" />
        <TextField
          field={fields.agentPhotoUrl}
          label={labels.agentPhotoUrl}
          hint="Its address on the web, as in https://example.com/photo.jpg."
          wide
        />
      </FieldGroup>
    </>
  );
}
