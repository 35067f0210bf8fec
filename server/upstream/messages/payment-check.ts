import { sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { Refusal } from "../engine/refusal.ts";
import { messages } from "../tables.ts";
import { type PaymentRule, paymentRulesIn } from "./payment-guard.ts";

/** Earlier messages with details that a new one is compared with, the newest. */
const mostEarlier = 50;

/**
 * The rules that a text for a client meets in their thread.
 * @param exceptId of the message that is being changed: it is no earlier one
 */
export async function findPaymentRules(
  database: Queries,
  clientId: string,
  text: string,
  exceptId: string | null = null,
): Promise<readonly PaymentRule[]> {
  if (paymentRulesIn(text).length === 0) return [];
  const earlier = await database
    .select({ body: messages.body })
    .from(messages)
    .where(sql`${messages.clientId} = ${clientId} and ${messages.paymentWarning} <> '{}' and ${messages.deletedAt} is null
      and ${messages.id} is distinct from ${exceptId}::uuid`)
    .orderBy(sql`${messages.number} desc`)
    .limit(mostEarlier);
  const texts = earlier.map(({ body }) => body);
  return paymentRulesIn(text, texts);
}

/**
 * Asks staff before payment details go to a client.
 * @param isConfirmed whether they have said that they mean it
 * @throws Refusal 422 `payment_details`, or `payment_details_changed` where they differ from earlier ones
 */
export function checkPaymentDetails(rules: readonly PaymentRule[], isConfirmed: boolean): void {
  if (rules.length === 0 || isConfirmed) return;
  const source = { pointer: "/data/attributes/payment_confirmed" };
  throw new Refusal([
    rules.includes("changed")
      ? {
          status: 422,
          code: "payment_details_changed",
          detail: "The payment details are not those of earlier messages.",
          source,
        }
      : { status: 422, code: "payment_details", detail: "This looks like payment details.", source },
  ]);
}
