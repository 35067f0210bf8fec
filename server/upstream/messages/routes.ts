import type { Route } from "../engine/action.ts";
import { draftRoutes } from "./draft.ts";
import { messageRoutes } from "./message-routes.ts";
import { savedReplyRoutes } from "./saved-reply.ts";
import { threadRoutes } from "./thread.ts";

/** Everything that staff do with messages. */
export const staffMessageRoutes: readonly Route[] = [
  ...threadRoutes,
  ...messageRoutes,
  ...draftRoutes,
  ...savedReplyRoutes,
];
