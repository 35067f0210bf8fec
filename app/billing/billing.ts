import * as z from "zod/mini";
import { formatSize } from "../uploads/file-size.ts";

const planKeys = ["free", "standard"] as const;
export type PlanKey = (typeof planKeys)[number];

const limits = z.object({
  users: z.nullable(z.number()),
  storage: z.number(),
  file: z.number(),
  links: z.nullable(z.number()),
  summaries: z.number(),
});
type Limits = z.infer<typeof limits>;

export const billingAttributes = {
  plan: z.enum(planKeys),
  used: z.object({ users: z.number(), storage: z.number(), links: z.number(), summaries: z.number() }),
  plans: z.array(z.object({ plan: z.enum(planKeys), limits, obstacles: z.array(z.string()) })),
  /** The plan that the workspace asked for and waits for; `requestedAt` is ISO 8601. */
  request: z.nullable(
    z.object({
      id: z.string(),
      plan: z.enum(planKeys),
      requestedAt: z.string(),
      requestedBy: z.nullable(z.string()),
    }),
  ),
};

export type Billing = z.infer<z.ZodMiniObject<typeof billingAttributes>>;

export const planNames: Readonly<Record<PlanKey, string>> = { free: "Free", standard: "Standard" };

/** What a plan includes of what it does not limit. */
export const unlimited = "No limit";
const countOrUnlimited = (limit: number | null) => (limit === null ? unlimited : String(limit));

interface LimitLine {
  readonly label: string;
  readonly includes: (limits: Limits) => string;
  /** What the workspace uses, in words; absent for what is not used up. */
  readonly used?: (used: Billing["used"]) => string;
}

const users: LimitLine = {
  label: "Users, with pending invitations",
  includes: (limits) => countOrUnlimited(limits.users),
  used: (used) => String(used.users),
};

/** What only a service that keeps the records itself can count. */
const ofRecords: readonly LimitLine[] = [
  {
    label: "Storage",
    includes: (limits) => formatSize(limits.storage),
    used: (used) => formatSize(used.storage),
  },
  { label: "Size of a file", includes: (limits) => formatSize(limits.file) },
  {
    label: "Active share links",
    includes: (limits) => countOrUnlimited(limits.links),
    used: (used) => String(used.links),
  },
  {
    label: "AI summaries a month",
    includes: (limits) => String(limits.summaries),
    used: (used) => String(used.summaries),
  },
];

/** The lines of a comparison. @param isRecordsElsewhere whether another service keeps the records: then only users are counted here */
export function limitLines(isRecordsElsewhere: boolean): readonly LimitLine[] {
  return isRecordsElsewhere ? [users] : [users, ...ofRecords];
}

/** Reads the plan of an address; null for what is none. */
export function readPlan(text: string): PlanKey | null {
  return planKeys.find((key) => key === text) ?? null;
}
