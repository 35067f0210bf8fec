/** Kinds of notifications, and the events that cause them. */

/** For mail choices. */
export const topics = ["messages", "clients", "openings", "deals", "documents", "tasks"] as const;
export type Topic = (typeof topics)[number];

const topicByKind = {
  message_received: "messages",
  mentioned: "messages",
  client_accepted: "clients",
  client_answered: "clients",
  showing_requested: "clients",
  showing_cancelled: "clients",
  question_asked: "clients",
  document_received: "clients",
  deletion_requested: "clients",
  profile_suggested: "clients",
  request_received: "clients",
  mail_bounced: "clients",
  record_assigned: "clients",
  records_assigned: "clients",
  record_shared: "clients",
  member_joined: "clients",
  address_changed: "clients",
  link_opened: "openings",
  property_opened: "openings",
  document_opened: "openings",
  stage_moved: "deals",
  offer_due: "deals",
  offer_expires: "deals",
  summary_ready: "documents",
  summary_failed: "documents",
  report_ready: "documents",
  report_failed: "documents",
  export_ready: "documents",
  export_failed: "documents",
  task_assigned: "tasks",
  task_due: "tasks",
} as const satisfies Readonly<Record<string, Topic>>;

export type NotificationKind = keyof typeof topicByKind;

export const topicOf = (kind: NotificationKind): Topic => topicByKind[kind];

export interface NotifiedEvent {
  readonly kind: NotificationKind;
  /** Not where staff did it. */
  readonly isByClient?: true;
  /** Only for events with a change of this field. */
  readonly changed?: string;
  /** SQL of exceptions. */
  readonly unless?: string;
  /** By default the deal's and the client's agents, the property's, or the owner. */
  readonly to?: "assignee" | "sharer" | "deciders";
  /** Once for each subject. */
  readonly isOnce?: true;
  /** Unread ones about one subject are one. */
  readonly isJoinedBy?: "opportunity" | "client";
}

const answered: NotifiedEvent = { kind: "client_answered", isByClient: true };
/** Many findings at once. */
const answeredTogether: NotifiedEvent = { ...answered, isJoinedBy: "opportunity" };

export const notifiedEvents: Readonly<Partial<Record<string, NotifiedEvent>>> = {
  "message.received": {
    kind: "message_received",
    isByClient: true,
    isJoinedBy: "client",
    // A question is told by its own event.
    unless: "exists (select from upstream.messages where id = happened.subject_id and source = 'question')",
  },
  "portal_invitation.accepted": { kind: "client_accepted", isByClient: true },
  "portal_answer.interested": answered,
  "portal_answer.not_interested": answered,
  "portal_answer.rated": answered,
  "portal_answer.approved": answered,
  "portal_answer.changes": answered,
  "portal_answer.declined": answered,
  "portal_answer.counter_approved": answered,
  "portal_answer.counter_changes": answered,
  "portal_answer.counter_declined": answered,
  "portal_answer.repair": answeredTogether,
  "portal_answer.credit": answeredTogether,
  "portal_answer.leave": answeredTogether,
  "showing.requested": { kind: "showing_requested", isByClient: true },
  "showing.cancelled": { kind: "showing_cancelled", isByClient: true },
  "portal_question.asked": { kind: "question_asked", isByClient: true },
  "document.added": { kind: "document_received", isByClient: true },
  // Owners and admins, who alone may do it, and the agents.
  "portal_request.deletion": { kind: "deletion_requested", isByClient: true, to: "deciders" },
  "portal_request.buyer_profile": { kind: "profile_suggested", isByClient: true, isJoinedBy: "client" },
  "contact_request.received": { kind: "request_received", isByClient: true },
  "contact_request.registered": { kind: "request_received", isByClient: true },
  "share_link.opened": { kind: "link_opened", isByClient: true, to: "sharer", isOnce: true },
  "portal_opening.property": { kind: "property_opened", isByClient: true },
  "portal_opening.document": { kind: "document_opened", isByClient: true },
  // Another notification says it.
  "opportunity.moved": { kind: "stage_moved", unless: "happened.actor_account_id is null" },
  "opportunity.move_undone": { kind: "stage_moved" },
  "task.created": { kind: "task_assigned", changed: "assignee", to: "assignee" },
  "task.updated": { kind: "task_assigned", changed: "assignee", to: "assignee" },
};
