import { isWhole } from "../lists/list-state.ts";
import { newOpportunityPath } from "../record-paths.ts";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { Sheet } from "../ui/page.tsx";
import { boardPath, type OpportunityListState } from "./opportunity-list.ts";

type NoOpportunitiesProps = { state: OpportunityListState; mayCreate: boolean };

/** What to do where there is nothing in the table or on the board. */
export function NoOpportunities({ state, mayCreate }: NoOpportunitiesProps) {
  const isNone = isWhole({ ...state, page: null });
  const open = mayCreate ? <LinkButton href={newOpportunityPath}>Open your first opportunity</LinkButton> : null;
  return (
    <Sheet>
      <EmptyState action={isNone ? open : <LinkButton href={boardPath}>Show all opportunities</LinkButton>}>
        {isNone ? "No opportunities yet." : "No results. Change the search or the filters, or show all opportunities."}
      </EmptyState>
    </Sheet>
  );
}
