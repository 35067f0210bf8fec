import { FormRefusal } from "../forms/forms.server.ts";
import { ApiError } from "../json-api/api-error.ts";
import type { PaymentQuestion } from "./payment-question.tsx";

/** What the service asks, by its codes. */
const questions: ReadonlyMap<string | null, PaymentQuestion["payment"]> = new Map([
  ["payment_details", "found"],
  ["payment_details_changed", "changed"],
]);

/**
 * Waits for a write that the service refuses while payment details in it are not confirmed.
 * @throws FormRefusal with the question, and whatever else the write throws
 */
export async function askAboutPayment<Written>(write: Promise<Written>): Promise<Written> {
  try {
    return await write;
  } catch (error) {
    const payment = error instanceof ApiError ? questions.get(error.cause.code) : undefined;
    throw payment === undefined ? error : new FormRefusal<PaymentQuestion>({ question: { payment } });
  }
}
