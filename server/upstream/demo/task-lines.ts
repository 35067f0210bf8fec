/** The demo's tasks. */
import type { Role } from "../engine/current-user.ts";
import type { Stage } from "../opportunities/stages.ts";
import type { DealDate } from "../tables.ts";
import type { Repeat } from "../tasks/repeat.ts";

export interface DemoTask {
  readonly title: string;
  /** Days from today; null without a due date. */
  readonly dueInDays: number | null;
  readonly agent: Role | null;
  readonly about: "client" | "package" | "opportunity" | null;
  readonly repeat?: Repeat;
  readonly isVisibleToClient?: boolean;
  /** For one that is done. */
  readonly doneDaysAgo?: number;
  /** Unset: a week ago. */
  readonly madeDaysAgo?: number;
}

export const evergreenTasks: readonly DemoTask[] = [
  { title: "Send the disclosures", dueInDays: -2, agent: "owner", about: "opportunity" },
  { title: "Ask for the pre-approval letter", dueInDays: -1, agent: "owner", about: "client", isVisibleToClient: true },
  { title: "Confirm the showing", dueInDays: 0, agent: "owner", about: "opportunity" },
  { title: "Call about the new listings", dueInDays: 0, agent: "owner", about: "client", repeat: "weekly" },
  { title: "Photograph the front", dueInDays: 0, agent: "member", about: "package" },
  { title: "Write the offer", dueInDays: 1, agent: "owner", about: "opportunity" },
  { title: "Book the inspector", dueInDays: 3, agent: "owner", about: "opportunity" },
  { title: "Ask how the viewing went", dueInDays: 5, agent: "member", about: "client" },
  { title: "Team meeting: who looks for what", dueInDays: 6, agent: "manager", about: null, repeat: "weekly" },
  { title: "Look through the comparables", dueInDays: 12, agent: "owner", about: "package", repeat: "monthly" },
  { title: "Renew the buyer agreement", dueInDays: 30, agent: "owner", about: "client", isVisibleToClient: true },
  { title: "Find a photographer for autumn", dueInDays: null, agent: null, about: null },
  { title: "Send the welcome letter", dueInDays: -4, agent: "owner", about: "client", doneDaysAgo: 3 },
  { title: "Get the keys", dueInDays: -1, agent: "owner", about: "opportunity", doneDaysAgo: 1 },
  { title: "Measure the rooms", dueInDays: -6, agent: "member", about: "package", doneDaysAgo: 5 },
];

export const lakesideTasks: readonly DemoTask[] = [
  { title: "Call back about the lake house", dueInDays: 0, agent: "owner", about: "client" },
  { title: "Ask for the survey", dueInDays: 4, agent: "owner", about: "package" },
];

export interface DemoTemplate {
  /** One of these two. */
  readonly stage?: Stage;
  readonly dueFrom?: DealDate;
  readonly title: string;
  readonly dueInDays: number;
  readonly isVisibleToClient?: boolean;
}

export const evergreenTemplates: readonly DemoTemplate[] = [
  { stage: "showing_scheduled", title: "Ask how to get in: lockbox code or key", dueInDays: 0 },
  { stage: "showing_complete", title: "Ask what they thought", dueInDays: 1 },
  { stage: "offer_accepted", title: "Order the inspection", dueInDays: 2 },
  { stage: "offer_accepted", title: "Send the deposit", dueInDays: 3, isVisibleToClient: true },
  { stage: "inspections_underway", title: "Go through the report together", dueInDays: 5, isVisibleToClient: true },
  { stage: "closed", title: "Send a card with the keys", dueInDays: 7 },
  { dueFrom: "offer_expires_on", title: "Ask the listing agent for an answer", dueInDays: -1 },
  { dueFrom: "inspections_due_on", title: "Send the repair requests", dueInDays: -2 },
  { dueFrom: "closing_on", title: "Walk through the home with the buyers", dueInDays: -2, isVisibleToClient: true },
];
