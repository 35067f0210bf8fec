import { LinkButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import { labelOfStage } from "./deal-labels.ts";
import type { AllowedMove } from "./opportunity.ts";
import { opportunityPath, stagePath } from "./opportunity-list.ts";

/** The stages that an opportunity may go to, each the way to what it asks for. */
export function MoveChoices({ id, moves }: { id: string; moves: readonly AllowedMove[] }) {
  return (
    <Sheet>
      {moves.length === 0 ? (
        <EmptyState action={<LinkButton href={opportunityPath(id)}>Back to the opportunity</LinkButton>}>
          No further moves are available to you.
        </EmptyState>
      ) : (
        <Rows label="Next stages">
          {moves.map(({ to, needsReason }) => (
            <Row key={to}>
              <div>
                <a className="link" href={stagePath(id, to)}>
                  {labelOfStage(to)}
                </a>
              </div>
              <span className="muted small">{needsReason ? "with a reason" : ""}</span>
            </Row>
          ))}
        </Rows>
      )}
    </Sheet>
  );
}
