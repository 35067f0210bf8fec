/** What people are told of, and which events of the history tell them. */

/** What people choose emails by. */
export const topics = ["messages", "clients", "openings", "deals", "documents", "tasks"] as const;
export type Topic = (typeof topics)[number];

/** Each kind of notification, with its topic. */
const topicByKind = {
  message_received: "messages",
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

/** How an event of the history becomes a notification. */
export interface NotifiedEvent {
  readonly kind: NotificationKind;
  /** Only where no member of staff did it. */
  readonly isByClient?: true;
  /** Only where the event lists a change of this field. */
  readonly changed?: string;
  /** SQL of where it is not told. */
  readonly unless?: string;
  /** Who is told; the client's agent, else the property's, else the owner, when not given. */
  readonly to?: "assignee" | "sharer";
  /** Told once of each subject, whether it was read or not. */
  readonly isOnce?: true;
  /** While unread, those about one opportunity, or one client, are one. */
  readonly isJoinedBy?: "opportunity" | "client";
}

const answered: NotifiedEvent = { kind: "client_answered", isByClient: true };
/** Of many findings that are answered at once. */
const answeredTogether: NotifiedEvent = { ...answered, isJoinedBy: "opportunity" };

/** The events that people are told of, by their kinds. */
export const notifiedEvents: Readonly<Partial<Record<string, NotifiedEvent>>> = {
  "message.received": {
    kind: "message_received",
    isByClient: true,
    isJoinedBy: "client",
    // A question is told as one.
    unless: "exists (select from upstream.messages where id = happened.subject_id and source = 'question')",
  },
  "portal_invitation.accepted": { kind: "client_accepted", isByClient: true },
  "portal_answer.interested": answered,
  "portal_answer.not_interested": answered,
  "portal_answer.rated": answered,
  "portal_answer.approved": answered,
  "portal_answer.changes": answered,
  "portal_answer.declined": answered,
  "portal_answer.repair": answeredTogether,
  "portal_answer.credit": answeredTogether,
  "portal_answer.leave": answeredTogether,
  "showing.requested": { kind: "showing_requested", isByClient: true },
  "showing.cancelled": { kind: "showing_cancelled", isByClient: true },
  "portal_question.asked": { kind: "question_asked", isByClient: true },
  "document.added": { kind: "document_received", isByClient: true },
  "portal_request.deletion": { kind: "deletion_requested", isByClient: true },
  "portal_request.buyer_profile": { kind: "profile_suggested", isByClient: true, isJoinedBy: "client" },
  "contact_request.received": { kind: "request_received", isByClient: true },
  "contact_request.registered": { kind: "request_received", isByClient: true },
  "share_link.opened": { kind: "link_opened", isByClient: true, to: "sharer", isOnce: true },
  "portal_opening.property": { kind: "property_opened", isByClient: true },
  "portal_opening.document": { kind: "document_opened", isByClient: true },
  // That a client called off the last showing says so already.
  "opportunity.moved": { kind: "stage_moved", unless: "happened.actor_account_id is null" },
  "opportunity.move_undone": { kind: "stage_moved" },
  "task.created": { kind: "task_assigned", changed: "assignee", to: "assignee" },
  "task.updated": { kind: "task_assigned", changed: "assignee", to: "assignee" },
};
