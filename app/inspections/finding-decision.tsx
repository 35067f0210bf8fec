import { href } from "react-router";
import { changeKey, recordVersion, startForm, submitForm } from "../forms/forms.server.ts";
import { chosen, RecordForm } from "../forms/forms.tsx";
import { PackagePage } from "../packages/package-page.tsx";
import { keyField } from "../session/hidden-fields.ts";
import { pathOnSite, placeOnSite } from "../session/next-path.ts";
import type { ToastUndo } from "../session/store.ts";
import { SelectField } from "../ui/fields.tsx";
import { atPlace } from "../ui/place.ts";
import type { Route } from "./+types/finding-decision";
import { decisionForm } from "./finding-schema.ts";
import { decisionChoices, decisionName, type Finding, inspectionsPath } from "./inspection.ts";
import { decideFinding } from "./inspections.server.ts";
import { findFindingOf, loadFindingFor } from "./load-inspection.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { item, finding } = await loadFindingFor("update", context, params);
  const { title, isProposed } = finding;
  const version = recordVersion(finding, typedOf);
  return { item, title, isProposed, typed: version.typed, start: await startForm(context, version) };
}

function typedOf({ decision }: Finding) {
  return { decision: decision ?? "" };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return submitForm(
    { request, context },
    decisionForm,
    async ({ api, value: { decision, back, isSuggested }, ...terms }) => {
      const before = await findFindingOf(api, params);
      const { id, title } = before;
      const decided = await decideFinding(api, id, { decision, isProposed: isSuggested }, terms);
      const done = before.isProposed ? "Finding added" : isSuggested ? "Suggested again" : "Undecided";
      const toast = `${decision === null ? done : decisionName(decision)}: ${title}.`;
      const list = inspectionsPath(params.packageId);
      return {
        // Of one that was suggested, to the suggestions: for those who go through all of them.
        location: placeOnSite(back) ?? (before.isProposed ? `${list}#proposed` : atPlace(list, id)),
        toast,
        // Sent again it may find its own decision, of which nothing tells what was before.
        ...(terms.isRepeat ? {} : { undo: undoOf(before, decided, { ...params, back: pathOnSite(back) ?? list }) }),
      };
    },
    async (api) => recordVersion(await findFindingOf(api, params), typedOf),
  );
}

/** What takes a decision back, unless somebody has decided otherwise since. @param decided the finding after it */
function undoOf(
  { id, decision, isProposed }: Finding,
  decided: Finding | null,
  { packageId, back }: { readonly packageId: string; readonly back: string },
): ToastUndo {
  const place = { packageId, findingId: id };
  return {
    action: href("/packages/:packageId/inspections/findings/:findingId/decision", place),
    fields: {
      [keyField]: changeKey(decided?.etag ?? null),
      decision: decision ?? "",
      back: atPlace(back, id),
      ...(isProposed && { isSuggested: "on" }),
    },
  };
}

export default function DecideOnFinding({ loaderData, actionData }: Route.ComponentProps) {
  const { item, title, isProposed, typed, start } = loaderData;
  return (
    <PackagePage item={item} title="Decide on a finding" subtitle={title}>
      <RecordForm
        id="decision"
        schema={decisionForm}
        start={start}
        reply={actionData}
        initial={typed}
        compared={{ decision: chosen("Decision", decisionChoices) }}
        send={isProposed ? "Accept" : "Decide"}
        cancel={inspectionsPath(item.id)}
      >
        {(fields) => <SelectField field={fields.decision} label="Decision" options={decisionChoices} />}
      </RecordForm>
    </PackagePage>
  );
}
