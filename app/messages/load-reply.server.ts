import type { RouterContextProvider } from "react-router";
import { apiOf, load, permitted, recordId, viewOnly } from "../session/session.server.ts";
import { repliesPath } from "./message-list.ts";
import { type FoundReply, findReply } from "./replies.server.ts";

/** The saved reply that a URL names, to change it. @throws 404, 403 */
export async function loadReplyFor(
  action: "update" | "remove",
  context: Readonly<RouterContextProvider>,
  id: string,
): Promise<FoundReply> {
  const found = await load(findReply(apiOf(context), recordId(id)));
  return permitted(found, action, viewOnly("saved reply", repliesPath));
}
