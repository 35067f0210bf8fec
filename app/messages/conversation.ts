/** A thread as its page shows it. */

/** A message or a note. */
export interface ShownMessage {
  readonly id: string;
  readonly kind: "message" | "note" | "announcement";
  readonly isFromClient: boolean;
  readonly author: string;
  /** On our own server; null for initials. */
  readonly face: { readonly name: string; readonly picture: string | null };
  readonly body: string;
  /** All of the email that it was; null where nothing was left out. */
  readonly original: string | null;
  readonly property: { readonly href: string; readonly street: string } | null;
  readonly attachments: readonly { readonly id: string; readonly label: string }[];
  /** A question asked at a property, or its answer there; the path is of the form that answers it, null for those who may not. */
  readonly question: { readonly path: string | null; readonly isAnswered: boolean } | null;
  readonly isByEmail: boolean;
  readonly isVerified: boolean;
  readonly hasPaymentDetails: boolean;
  readonly isEdited: boolean;
  readonly isDeleted: boolean;
  /** Whether whoever looks may change it: its author may, for 10 minutes. */
  readonly isChangeable: boolean;
  /** ISO 8601, and for people: the time of day, and all of it. */
  readonly at: string;
  readonly time: string;
  readonly moment: string;
  /** Who of the client's has read up to here, and when. */
  readonly readBy: readonly string[];
  /** What is said of emails about it that have not gone out. */
  readonly unmailed: readonly string[];
}

export interface ConversationDay {
  readonly day: string;
  readonly label: string;
  /** The oldest first. */
  readonly messages: readonly ShownMessage[];
}
