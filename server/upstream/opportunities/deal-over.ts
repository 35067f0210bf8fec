import { conflict, type Refusal } from "../engine/refusal.ts";

/** What is asked of a deal that is closed or lost. */
export function dealOver(): Refusal {
  return conflict("deal_over", "This deal is closed or lost.");
}
