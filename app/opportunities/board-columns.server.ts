import type { RecordOf } from "../json-api/resource.ts";
import { stages } from "../labels.ts";
import { formatShortMoney } from "../ui/number-format.ts";
import type { BoardCard, BoardColumn } from "./board-card.ts";
import { isChosen, type OpportunityListState } from "./opportunity-list.ts";
import type { stageCounts } from "./opportunity-resources.server.ts";

/**
 * The columns of the board: all stages, or those that the filter leaves.
 * @param found the service's counts; null where there are none, as under a search
 */
export function columnsOf(
  cards: readonly BoardCard[],
  state: OpportunityListState,
  found: RecordOf<typeof stageCounts> | null,
): BoardColumn[] {
  return stages
    .filter((stage) => isChosen(stage, state.stage))
    .map((stage) => {
      const { total = null, values = [] } = found?.counts.find((count) => count.stage === stage) ?? {};
      const isCut = total !== null && found !== null && total >= found.most;
      const worth = (values ?? []).map(({ currency, amount }) => formatShortMoney(currency, amount));
      const value = isCut ? "" : worth.join(" + ");
      return { stage, cards: cards.filter((card) => card.stage === stage), total, value, isCut };
    });
}
