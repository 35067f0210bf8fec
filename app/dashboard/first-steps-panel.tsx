import { href } from "react-router";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import { PostForm } from "../ui/post-form.tsx";
import type { FirstStep } from "./first-steps.ts";

/** What a new workspace begins with: each step goes when it is done, or is put away. */
export function FirstStepsPanel({ steps, offersSamples }: { steps: readonly FirstStep[]; offersSamples: boolean }) {
  if (steps.length === 0) return null;
  return (
    <div className="mb-2">
      <Sheet
        title="First steps"
        action={
          offersSamples ? (
            <LinkButton href={href("/dashboard/samples")}>Look around with sample data</LinkButton>
          ) : undefined
        }
      >
        <PostForm action={href("/dashboard/first-steps")}>
          <Rows label="First steps">
            {steps.map(({ key, label, text, ways }) => (
              <Row key={key}>
                <div>
                  <b>{label}</b>
                  <div className="muted small">{text}</div>
                </div>
                <div className="actions">
                  {ways.map((way) => (
                    <LinkButton key={way.href} href={way.href}>
                      {way.label}
                    </LinkButton>
                  ))}
                  <SubmitButton name="step" value={key} look="quiet" aria-label={`Not now: ${label}`}>
                    Not now
                  </SubmitButton>
                </div>
              </Row>
            ))}
          </Rows>
        </PostForm>
      </Sheet>
    </div>
  );
}
