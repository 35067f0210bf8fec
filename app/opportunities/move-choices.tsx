import { LinkButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import { nameOfMove } from "./deal-steps.ts";
import type { AllowedMove } from "./opportunity.ts";
import { stagePath } from "./opportunity-list.ts";

type MoveChoicesProps = {
  id: string;
  /** Where the deal is now. */
  stage: string;
  moves: readonly AllowedMove[];
  back: string;
  /** Of `changeQuery`, or "". */
  query: string;
};

/** The moves that may be made, each the way to what it asks for. */
export function MoveChoices({ id, stage, moves, back, query }: MoveChoicesProps) {
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
                  {nameOfMove(stage, to)}
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
