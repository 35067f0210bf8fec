/** The templates that a new workspace begins with. They are its own from then on, to change and to remove. */
import { fold } from "../../../spelling/folding.ts";
import { templateInputs } from "../costs/inputs.ts";
import { keep } from "../costs/stored-inputs.ts";
import type { Queries } from "../engine/queries.ts";
import { costTemplates, taskTemplates } from "../tables.ts";

/** What nearly every deal needs. Negative days are before the date. */
const taskLines = [
  { stage: "showing_scheduled", title: "Ask how to get in: lockbox code or key", dueInDays: 0 },
  { stage: "showing_complete", title: "Ask the buyers what they thought", dueInDays: 1 },
  { dueFrom: "offer_expires_on", title: "Ask the listing agent for an answer", dueInDays: -1 },
  { dueFrom: "accepted_on", title: "Schedule the home inspection", dueInDays: 1 },
  { dueFrom: "accepted_on", title: "Check that the deposit has arrived", dueInDays: 3 },
  { dueFrom: "inspections_due_on", title: "Send the repair requests", dueInDays: -2 },
  { dueFrom: "closing_on", title: "Check that the loan is cleared to close", dueInDays: -7 },
  { dueFrom: "closing_on", title: "Walk through the home with the buyers", dueInDays: -1 },
  { stage: "closed", title: "Send a thank-you note and ask for a review", dueInDays: 7 },
] as const;

const financed = { termYears: 30, prepaidInsuranceMonths: 12, escrowMonths: 2 };

/** Shares and periods alone: rates, taxes and fees are for each workspace to enter. */
const costLines = [
  { name: "Conventional loan, 20% down", inputs: { ...financed, downPaymentPercent: "20" } },
  { name: "Conventional loan, 5% down", inputs: { ...financed, downPaymentPercent: "5" } },
  { name: "Cash purchase", inputs: { downPaymentPercent: "100", ratePercent: "0", termYears: 30 } },
];

const currency = "USD";

/** Inserts them into a workspace that has none. @param ownerId whose the templates of costs are */
export async function insertStarterTemplates(queries: Queries, workspaceId: string, ownerId: string): Promise<void> {
  await queries.insert(taskTemplates).values(taskLines.map((line) => ({ workspaceId, ...line })));
  await queries.insert(costTemplates).values(
    costLines.map(({ name, inputs }) => ({
      workspaceId,
      accountId: ownerId,
      name,
      nameKey: fold(name),
      inputs: keep(templateInputs.parse({ currency, ...inputs })),
    })),
  );
}
