import { startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { recordId } from "../session/session.server.ts";
import { ChoiceGroup } from "../ui/fields.tsx";
import type { Route } from "./+types/rank";
import { rankChoices } from "./deal-labels.ts";
import { loadOpportunityFor, shownItem } from "./load-opportunity.server.ts";
import { findOpportunity, updateRank } from "./opportunities.server.ts";
import { rankForm } from "./opportunity.ts";
import { opportunityPath } from "./opportunity-list.ts";
import { OpportunityPage } from "./opportunity-page.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await loadOpportunityFor("update", context, params.opportunityId);
  return {
    item: shownItem(found),
    typed: { rank: found.rank ?? "" },
    clientRank: found.clientRank,
    start: await startForm(context, { etag: found.etag }),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.opportunityId);
  return submitForm(
    { request, context },
    rankForm,
    async ({ api, value, key, etag }) => {
      await updateRank(api, id, value.rank, { key, etag });
      return { location: opportunityPath(id), toast: `Rank: ${value.rank}.` };
    },
    async (api) => {
      const { etag, rank } = await findOpportunity(api, id);
      return { etag, typed: { rank: rank ?? "" } };
    },
  );
}

export default function ChangeRank({
  loaderData: { item, typed, clientRank, start },
  actionData,
}: Route.ComponentProps) {
  const subtitle =
    clientRank === null ? "How important this opportunity is to you." : `The client's own priority: ${clientRank}.`;
  return (
    <OpportunityPage item={item} title="Change rank" subtitle={subtitle}>
      <RecordForm
        id="rank"
        schema={rankForm}
        start={start}
        reply={actionData}
        initial={typed}
        compared={{ rank: "Rank" }}
        send="Save rank"
        cancel={opportunityPath(item.id)}
      >
        {(fields) => <ChoiceGroup field={fields.rank} label="Rank" options={rankChoices} single />}
      </RecordForm>
    </OpportunityPage>
  );
}
