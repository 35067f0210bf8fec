import * as z from "zod/mini";
import { optionalText, requiredText } from "../ui/form-values.ts";

/** The tenant: a brokerage or a team. Its handle is its address below the product's own. */
export interface Workspace {
  readonly id: string;
  readonly etag: string | null;
  readonly can: readonly string[] | null;
  readonly name: string;
  readonly handle: string;
  /** IANA name of the clock that its days go by; null where the service keeps none. */
  readonly timeZone: string | null;
}

const name = requiredText("Name must be at least 1 character.");

/** Which handles are free and well-formed the service decides. Longer ones than it takes need not be asked about. */
const longestHandle = 63;

/** What is typed when a workspace is made. */
export const newWorkspaceForm = z.object({
  name,
  handle: requiredText("Workspace url must be at least 1 character.", longestHandle),
});

/** What is typed when it is changed: an empty workspace url leaves the present one, and so does no time zone. */
export const workspaceForm = z.object({
  name,
  handle: optionalText(longestHandle),
  timeZone: z.optional(optionalText(100)),
});
export type WorkspaceDetails = z.output<typeof workspaceForm>;

/** What stands before a handle in its field: the product's domain and a slash. */
export function handlePrefix(publicOrigin: string): string {
  return `${new URL(publicOrigin).host}/`;
}
