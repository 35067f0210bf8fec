import { recordVersion, startChange, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { rankChoices } from "../labels.ts";
import { recordId } from "../session/session.server.ts";
import { ChoiceGroup } from "../ui/fields.tsx";
import type { Route } from "./+types/rank";
import { loadOpportunityFor, shownItem } from "./load-opportunity.server.ts";
import { findOpportunity } from "./opportunities.server.ts";
import { OpportunityChange } from "./opportunity-change.tsx";
import { rankForm } from "./opportunity-forms.ts";
import { wayBack } from "./opportunity-list.ts";
import type { FoundOpportunity } from "./opportunity-resources.server.ts";
import { updateRank } from "./opportunity-writes.server.ts";

export { OpportunityChangeError as ErrorBoundary } from "./opportunity-change.tsx";

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const found = await loadOpportunityFor("update", context, params.opportunityId);
  return {
    item: shownItem(found),
    clientRank: found.clientRank,
    back: wayBack(url, found.id).back,
    ...(await startChange(context, found, typedOf)),
  };
}

function typedOf({ rank }: FoundOpportunity) {
  return { rank: rank ?? "" };
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const id = recordId(params.opportunityId);
  return submitForm(
    { request, context },
    rankForm,
    async ({ api, value, ...terms }) => {
      await updateRank(api, id, value.rank, terms);
      return { location: wayBack(url, id).back, toast: `Rank: ${value.rank}.` };
    },
    async (api) => recordVersion(await findOpportunity(api, id), typedOf),
  );
}

export default function ChangeRank({ loaderData, actionData }: Route.ComponentProps) {
  const { item, clientRank, back, ...form } = loaderData;
  const subtitle =
    clientRank === null ? "How important this opportunity is to you." : `The client's own priority: ${clientRank}.`;
  return (
    <OpportunityChange item={item} title="Change rank" subtitle={subtitle} back={back}>
      <RecordForm
        id="rank"
        schema={rankForm}
        {...form}
        reply={actionData}
        compared={{ rank: "Rank" }}
        send="Save rank"
        cancel={back}
      >
        {(fields) => <ChoiceGroup field={fields.rank} label="Rank" options={rankChoices} single />}
      </RecordForm>
    </OpportunityChange>
  );
}
