import { href } from "react-router";
import { recordVersion, startChange, submitForm } from "../forms/forms.server.ts";
import { RecordForm, ticked } from "../forms/forms.tsx";
import { packagePath } from "../record-paths.ts";
import { apiOf, load, loadBoth, recordId } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { CheckboxField } from "../ui/fields.tsx";
import { formatCount } from "../ui/number-format.ts";
import type { Route } from "./+types/portal";
import { loadPackageFor } from "./load-package.server.ts";
import { PackagePage } from "./package-page.tsx";
import { findRelease, updateRelease } from "./packages.server.ts";
import { releaseForm, releaseLabels, typedRelease } from "./portal-release.ts";

/** What clients see of a property in the portal. */

export async function loader({ params, context }: Route.LoaderArgs) {
  const id = recordId(params.packageId);
  const [{ street }, release] = await loadBoth(
    loadPackageFor("update", context, id),
    load(findRelease(apiOf(context), id)),
  );
  const { costs, findings, comparables } = release.preview;
  return {
    item: { id, street },
    counts: { costs: costs !== null, findings: findings?.length ?? 0, comparables: comparables?.length ?? 0 },
    ...(await startChange(context, release, typedRelease)),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.packageId);
  return submitForm(
    { request, context },
    releaseForm,
    async ({ api, value, ...terms }) => {
      await updateRelease(api, id, value, terms);
      return { location: packagePath(id), toast: "Client portal updated." };
    },
    async (api) => recordVersion(await findRelease(api, id), typedRelease),
  );
}

const compared = {
  costs: ticked(releaseLabels.costs),
  findings: ticked(releaseLabels.findings),
  comparables: ticked(releaseLabels.comparables),
};

export default function PackagePortal({ loaderData, actionData }: Route.ComponentProps) {
  const { item, counts, ...form } = loaderData;
  const subtitle =
    "Clients with an opportunity for this property always see its facts, photos and the documents shown to them. Choose what else they see.";
  return (
    <PackagePage item={item} title="Client portal" subtitle={subtitle}>
      <div className="mb-2">
        <LinkButton href={href("/packages/:packageId/portal/preview", { packageId: item.id })} reload>
          Preview
        </LinkButton>
      </div>
      <RecordForm
        id="portal"
        schema={releaseForm}
        {...form}
        reply={actionData}
        compared={compared}
        send="Save changes"
        cancel={packagePath(item.id)}
      >
        {(fields) => (
          <>
            <CheckboxField
              field={fields.costs}
              label={releaseLabels.costs}
              hint={
                counts.costs
                  ? "Monthly payment, cash to close and every line, without your sources."
                  : "There is no estimate yet. Clients see it once you save one."
              }
            />
            <CheckboxField
              field={fields.findings}
              label={releaseLabels.findings}
              hint={`Repair costs and decisions, without quotes from the report. ${formatCount(counts.findings, "finding")} now, without suggested ones.`}
            />
            <CheckboxField
              field={fields.comparables}
              label={releaseLabels.comparables}
              hint={`Address, price, size and date. ${formatCount(counts.comparables, "comparable")} now.`}
            />
          </>
        )}
      </RecordForm>
    </PackagePage>
  );
}
