import { State } from "../ui/tag.tsx";
import type { Urgency } from "./offer-deadline.ts";

/** When offers are due, in words, by the property's clock. */
export interface DueOffer {
  /** As in "Nov 23". */
  readonly day: string;
  /** As in "Mon, 5:00 PM PST". */
  readonly time: string;
  readonly urgency: Urgency;
}

type OfferDueProps = { due: DueOffer | null };

/** When offers are due: soon has its own shape, and its own word. Nothing where nobody has said. */
export function OfferDue({ due }: OfferDueProps) {
  if (due === null) return null;
  const { day, time, urgency } = due;
  return (
    <>
      {urgency === "past" ? (
        <span className="muted">Passed: {day}</span>
      ) : (
        <State tone={urgency === "soon" ? "due" : "plain"}>{urgency === "soon" ? `Soon: ${day}` : day}</State>
      )}
      <div className="muted small num">{time}</div>
    </>
  );
}
