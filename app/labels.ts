/** What people call the words of a service: stages, reasons, ranks, roles, outcomes, languages. A newer word stands for itself. */

/** The stages in the order of a deal, by the service's words. */
export const stageLabels = {
  open: "Opportunity",
  showing_scheduled: "Showing scheduled",
  showing_complete: "Showing complete",
  offer_suggeted: "Offer suggested",
  offer_sent: "Offer sent",
  offer_accepted: "Offer accepted",
  offer_declined: "Offer declined",
  inspections_underway: "Inspections underway",
  closed: "Closed",
  lost: "Lost",
} as const;
export type Stage = keyof typeof stageLabels;

/** A stage as services write it: the wire takes "offer_suggested", too. */
export function asSpelled(stage: string): string {
  return stage === "offer_suggested" ? "offer_suggeted" : stage;
}

/** Whether the text is a stage that this app knows. */
export function isStage(text: string): text is Stage {
  return Object.hasOwn(stageLabels, text);
}

/** In the order of a deal. */
export const stages: readonly Stage[] = Object.keys(stageLabels).filter(isStage);
export const stageChoices = stages.map((value) => ({ value, label: stageLabels[value] }));

/** What people call a stage; a service's newer word stands for itself. */
export function labelOfStage(stage: string): string {
  return isStage(stage) ? stageLabels[stage] : stage.replaceAll("_", " ");
}

/** Whether a deal at this stage has come to its end: it takes no new showings. */
export function isOver(stage: string): boolean {
  return stage === "closed" || stage === "lost";
}

export const ranks = ["High", "Medium", "Low"] as const;
export type Rank = (typeof ranks)[number];

/** Why a deal goes backwards, or ends. */
export const reasons = [
  "financing",
  "inspection",
  "appraisal",
  "outbid",
  "withdrawn",
  "client_changed_mind",
  "mutual_release",
  "other",
] as const;

/** "client_changed_mind" as people say it: "Client changed mind". */
export function labelOfReason(reason: string): string {
  return reason.charAt(0).toUpperCase() + reason.slice(1).replaceAll("_", " ");
}

export const reasonChoices = reasons.map((value) => ({ value, label: labelOfReason(value) }));
export const rankChoices = ranks.map((value) => ({ value, label: value }));

const roleLabels: Readonly<Record<string, string>> = {
  owner: "Owner",
  admin: "Admin",
  manager: "Manager",
  member: "Member",
  instructor: "Instructor",
};

/** A role that is not ours is shown as the service calls it. */
export function labelOfRole(role: string): string {
  return roleLabels[role] ?? role;
}

export const outcomes = [
  { value: "talked", label: "Talked" },
  { value: "voicemail", label: "Left a voicemail" },
  { value: "no_answer", label: "No answer" },
] as const;

/** The label of what came of a call; of another service's word, itself. */
export function labelOfOutcome(word: string): string {
  return outcomes.find(({ value }) => value === word)?.label ?? word;
}

/** "today", "1 day", "12 days" */
export function formatDays(days: number): string {
  if (days === 0) return "today";
  return days === 1 ? "1 day" : `${days} days`;
}
