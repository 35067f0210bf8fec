/** What pushes say: without names, so that a locked screen tells nothing about anybody, unless the person allows names. */
import type { NotificationKind } from "../notifications/kinds.ts";
import type { Language } from "../tables.ts";

/** Titles without names. */
export const plainTitles: Readonly<Record<NotificationKind, string>> = {
  message_received: "New message in Latchkey",
  mentioned: "A colleague mentioned you",
  client_accepted: "A client joined the portal",
  client_answered: "A client answered",
  showing_requested: "A client asked for a showing",
  showing_cancelled: "A client called off a showing",
  question_asked: "A client asked a question",
  document_received: "A client sent a document",
  deletion_requested: "A client asked to be deleted",
  profile_suggested: "A client suggested a change",
  request_received: "New request from your page",
  mail_bounced: "An email could not be delivered",
  record_assigned: "You have a new record to look after",
  records_assigned: "You took over a colleague's records",
  record_shared: "A colleague shared a record with you",
  member_joined: "A colleague joined the workspace",
  link_opened: "A link was opened for the first time",
  property_opened: "A client opened a property",
  document_opened: "A client opened a document",
  stage_moved: "A deal moved",
  offer_due: "Offers are due within a day",
  offer_expires: "An offer expires within a day",
  summary_ready: "AI summary ready",
  summary_failed: "AI summary failed",
  report_ready: "Inspection report analyzed",
  report_failed: "Look at an inspection report yourself",
  export_ready: "Archive of the workspace ready to download",
  export_failed: "Archive of the workspace could not be made",
  address_changed: "The address of the workspace changed",
  task_assigned: "New task for you",
  task_due: "Task due today",
};

/** For what was held over the quiet hours. */
export const morningTitle = (total: number): string => `${total} new notifications`;

/** The title of a push to a client about their agent's messages. @param author null where names are not shown */
export const messageTitles: Readonly<Record<Language, (total: number, author: string | null) => string>> = {
  en: (total, author) =>
    total === 1
      ? author === null
        ? "New message from your agent"
        : `${author} wrote to you`
      : `${total} new messages${author === null ? "" : ` from ${author}`}`,
  es: (total, author) =>
    total === 1
      ? author === null
        ? "Nuevo mensaje de su agente"
        : `${author} le escribió`
      : `${total} mensajes nuevos${author === null ? "" : ` de ${author}`}`,
};
