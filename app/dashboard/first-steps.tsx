import { LinkButton } from "../ui/button.tsx";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import { State } from "../ui/tag.tsx";

export interface FirstStep {
  readonly label: string;
  readonly text: string;
  readonly href: string;
  readonly isDone: boolean;
}

/** What a new workspace begins with. Gone once all of it is done. */
export function FirstSteps({ steps }: { steps: readonly FirstStep[] }) {
  if (steps.length === 0) return null;
  return (
    <div className="first-steps">
      <Sheet title="First steps">
        <Rows label="First steps">
          {steps.map(({ label, text, href, isDone }) => (
            <Row key={label}>
              <div>
                <b>{label}</b>
                <div className="muted small">{text}</div>
              </div>
              {isDone ? (
                <State tone="on">Done</State>
              ) : (
                <LinkButton href={href} aria-label={`${label}: begin`}>
                  Begin
                </LinkButton>
              )}
            </Row>
          ))}
        </Rows>
      </Sheet>
    </div>
  );
}
