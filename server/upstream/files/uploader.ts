import type { Member, Plan } from "../engine/current-user.ts";

/** Who brings a file: an account, or one of the people of the portal. */
export interface Uploader {
  readonly workspaceId: string;
  readonly plan: Plan;
  /** Of the account or of the person: what was announced is theirs alone. */
  readonly uploaderId: string;
  /** Null for people of the portal. */
  readonly accountId: string | null;
}

export function uploaderOf({ workspaceId, plan, accountId }: Member): Uploader {
  return { workspaceId, plan, accountId, uploaderId: accountId };
}
