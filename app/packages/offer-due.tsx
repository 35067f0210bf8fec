import { State } from "../ui/tag.tsx";
import type { DueOffer } from "./offer-deadline.ts";

type OfferDueProps = { due: DueOffer | null };

/** When offers are due, marked when that is soon; nothing without a deadline. */
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
