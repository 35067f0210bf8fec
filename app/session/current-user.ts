import type { Foot } from "./foot.ts";
import type { KeptSession } from "./store.ts";

/** The current user as the upstream describes them: the person, their workspaces, and what they may do in this one. */

interface Person {
  readonly id: string;
  readonly name: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phoneNumber: string | null;
  /** Of staff, of a picture that everybody may open. */
  readonly photoId?: string | null | undefined;
}

/** A workspace that the person belongs to. */
export interface Membership {
  readonly id: string;
  readonly name: string;
  readonly handle: string;
  readonly initials: string;
  readonly role: string;
  readonly plan: string;
  /** IANA name, as in "America/New_York"; null where the service does not say. */
  readonly timeZone: string | null;
  /** Where another service keeps the records: its id of this workspace; null: it has none there. */
  readonly apiWorkspaceId: string | null;
  /** Whether the person has to set up two-step sign-in before they see anything of it. */
  readonly isShut: boolean;
  /** Of a picture that everybody may open. */
  readonly logoId?: string | null | undefined;
  /** ISO 8601: when something was last erased in it; null or undefined: never, or the service does not say. */
  readonly erasedAt?: string | null | undefined;
}

/** A client in whose portal the person takes part, or may. */
export interface Household {
  readonly clientId: string;
  /** The client's. */
  readonly name: string;
  /** Tells two of the same name apart. */
  readonly agentName: string;
  readonly workspaceId: string;
  readonly workspaceName: string;
  /** False for an invitation that waits. */
  readonly isAccepted: boolean;
  readonly isArchived: boolean;
}

/** What a page of the portal says of a form that was opened in the portal of another household, or by somebody else. */
export interface PortalFormElsewhere {
  readonly closed: "elsewhere";
  /** Whose portal it was opened in; null where the person does not take part in it, or no longer. */
  readonly there: Household | null;
  /** That which is open now. */
  readonly here: Household | null;
  readonly isAnothers: boolean;
  /** Whether what was typed is kept for 30 minutes, for its page to show. */
  readonly isKept: boolean;
  /** What was typed, where nobody will be shown that page again; else "". */
  readonly typed: string;
  /** The names of the files that were chosen, which are not kept. */
  readonly files: readonly string[];
  /** Whether the form waited for its page, and its household was closed to the person meanwhile. */
  readonly isLate: boolean;
  /** The page of the form. */
  readonly page: string;
}

/** The portal of a client, as one of the household finds it. */
export interface PortalFacts {
  readonly clientId: string;
  /** To archived clients nothing is shown, except whom to ask. */
  readonly isArchived: boolean;
  /** What the person chose. */
  readonly language: "en" | "es" | null;
  /** What the agent chose for the client. */
  readonly clientLanguage?: "en" | "es" | null | undefined;
  /** Whose face the portal has. */
  readonly agent: {
    readonly name: string;
    readonly email: string;
    readonly phoneNumber: string | null;
    /** Of a picture that everybody may open, as the logo. */
    readonly photoId?: string | null | undefined;
  };
  /** Of the workspace. */
  readonly logoId?: string | null | undefined;
  /** Null where the service says nothing of it. */
  readonly foot: Foot | null;
  /** Messages of others that the person has not read, counted up to 100; null where the service has no messages here. */
  readonly unreadMessages: number | null;
}

export interface CurrentUser {
  readonly kind: "agent" | "client";
  readonly person: Person;
  readonly workspaces: readonly Membership[];
  /** Of a client's person; none for staff. That which is open is the one of `portal`. */
  readonly households: readonly Household[];
  /** The workspace of this session; null for someone who belongs to none. */
  readonly workspace: Membership | null;
  /** Whether a workspace of theirs was deleted and can still be restored. */
  readonly hasDeletedWorkspaces: boolean;
  /** Each null where the service does not say, and where the records are another service's. */
  readonly counts: {
    readonly clients: number | null;
    /** Tasks of the person's own, due today or before. */
    readonly tasksDue: number | null;
    readonly openDeals: number | null;
    /** Threads of messages in which the person has something unread; null also where the service stores no messages. */
    readonly threadsUnread: number | null;
    /** Unread ones of the person's own. */
    readonly notifications: number | null;
  };
  /** What the portal that is open has on every page; null for staff, and where no workspace is chosen. */
  readonly portal: PortalFacts | null;
  /** All of the above but the numbers, and what the person may do, as one text: whether two answers say the same. */
  readonly authentication: string;
  /** Whether the upstream lets the person do this in this workspace, as in "clients.create". */
  can(permission: string): boolean;
}

/** A member of staff in a workspace, on every page for agents. */
export interface Agent extends CurrentUser {
  readonly kind: "agent";
  readonly workspace: Membership;
}

/** Someone whom a guard let pass, with their session. */
export interface Authenticated {
  readonly user: CurrentUser;
  readonly session: KeptSession;
}
