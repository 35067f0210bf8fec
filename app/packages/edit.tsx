import { href } from "react-router";
import { recordVersion, startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { packagePath } from "../record-paths.ts";
import { loadBoth, recordId } from "../session/session.server.ts";
import { localTimeOf } from "../ui/clock.server.ts";
import { currencyChoices } from "../ui/money-values.ts";
import { NotLoadedLine } from "../ui/not-loaded.tsx";
import { phoneNotice } from "../ui/phone.server.ts";
import { timeZoneChoices } from "../ui/time-zone-choices.ts";
import { loadUsedWords, partOfWords } from "../used-words/used-words.server.ts";
import { houseTypeChoices, othersThan } from "../used-words/used-words.ts";
import type { Route } from "./+types/edit";
import { loadPackageFor } from "./load-package.server.ts";
import { optionalFacts, packageForm, typedPackage } from "./package.ts";
import { comparedFields, PackageFieldset } from "./package-fieldset.tsx";
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
  const version = recordVersion(found, typedOf);
  return {
    item: { id: found.id, street: found.street },
    initial: version.typed,
    kept: optionalFacts.filter((name) => found[name] !== undefined),
    timeZones: timeZoneChoices(found.timeZone ?? "UTC"),
    words: partOfWords(words),
    offered: {
      tags: found.tags && othersThan(found.tags, words?.packageTags ?? []),
      houseTypes: found.houseType === undefined ? null : houseTypeChoices(words?.houseTypes ?? [], found.houseType),
      areas: words?.areas ?? [],
    },
    start: await startForm(context, version),
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
