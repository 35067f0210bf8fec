import { index, prefix, route } from "@react-router/dev/routes";

/** The pages of messages with clients. */
export const messagePages = [
  ...prefix("messages", [
    index("messages/index.tsx"),
    route("new", "messages/new.tsx"),
    route("replies", "messages/replies.tsx"),
    route("replies/new", "messages/reply-edit.tsx", { id: "reply-new" }),
    route("replies/:replyId/edit", "messages/reply-edit.tsx"),
    route("replies/:replyId/removal", "messages/reply-remove.tsx"),
    route(":clientId", "messages/show.tsx"),
    route(":clientId/draft", "messages/draft.tsx"),
    route(":clientId/attachments", "messages/attachments.tsx"),
    route(":clientId/read", "messages/marks.ts", { id: "thread-read" }),
    route(":clientId/unread", "messages/marks.ts", { id: "thread-unread" }),
    route(":clientId/settlement", "messages/marks.ts", { id: "thread-settlement" }),
    route(":clientId/notes/new", "messages/note-new.tsx"),
    route(":clientId/messages/:messageId/edit", "messages/edit.tsx"),
    route(":clientId/messages/:messageId/removal", "messages/remove.tsx"),
    route(":clientId/emails/:mailId/acceptance", "messages/mail-decision.tsx", { id: "mail-accept" }),
    route(":clientId/emails/:mailId/dismissal", "messages/mail-decision.tsx", { id: "mail-dismiss" }),
  ]),
];
