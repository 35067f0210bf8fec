import { LinkButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import { labelOfStage } from "./deal-labels.ts";
import type { AllowedMove } from "./opportunity.ts";
import { stagePath } from "./opportunity-list.ts";

type MoveChoicesProps = {
  id: string;
  moves: readonly AllowedMove[];
  back: string;
  /** Of `changeQuery`, or "". */
  query: string;
};

/** The stages that an opportunity may go to, each the way to what it asks for. */
export function MoveChoices({ id, moves, back, query }: MoveChoicesProps) {
  return (
    <Sheet>
      {moves.length === 0 ? (
        <EmptyState action={<LinkButton href={back}>Go back</LinkButton>}>
          No further moves are available to you.
        </EmptyState>
      ) : (
        <Rows label="Next stages">
          {moves.map(({ to, needsReason }) => (
            <Row key={to}>
              <div>
                <a className="link" href={stagePath(id, to, query)}>
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
