import { State } from "../ui/tag.tsx";
import type { DueOffer } from "./offer-deadline.ts";

type OfferDueProps = { due: DueOffer | null; withTime?: boolean };

/** The day when offers are due, or the time as well, as a badge that is marked when that is soon; nothing without a deadline. */
export function OfferDue({ due, withTime = false }: OfferDueProps) {
  if (due === null) return null;
  const { day, time, urgency } = due;
  const at = `${day}, ${time}`;
  const shown = withTime ? at : day;
  if (urgency === "soon")
    return (
      <State tone="due" pill title={at}>
        {`Soon: ${shown}`}
      </State>
    );
  return (
    <span className={urgency === "past" ? "pill muted" : "pill"} title={at}>
      {urgency === "past" ? `Passed: ${shown}` : shown}
    </span>
  );
}
