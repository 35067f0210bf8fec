import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { resource } from "../json-api/resource.ts";

/** The call that follows what happens in the threads and to deals: the only file that names its JSON:API type. */

const messageEvents = resource("message_events", {
  /** The number from which to go on. */
  cursor: z.number(),
  /** False where the service no longer knows all that happened since. */
  isComplete: z.boolean(),
  events: z.array(
    z.object({
      number: z.number(),
      clientId: z.nullable(z.string()),
      messageId: z.nullable(z.string()),
      /** "deals": some of the workspace. */
      change: z.enum(["added", "changed", "deals"]),
    }),
  ),
});

interface Following {
  /** The number of the last event that is known; null: only the present number is wanted. */
  readonly after: number | null;
  /** How long the service may wait for something to happen, in seconds. */
  readonly wait: number;
}

/** What happened to deals and in the threads that the user sees. @throws ApiError "missing" by a service that knows no messages */
export function findMessageEvents(api: Api, { after, wait }: Following) {
  const query = after === null ? {} : { after, wait };
  return api.find("/message_events", messageEvents, { query, failure: "Failed to follow the messages" });
}
