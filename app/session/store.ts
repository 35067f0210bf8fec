/**
 * What is remembered between requests. The server supplies the implementation (on Postgres) and puts it into the
 * router context; nothing here says how it is kept. Implementations encrypt every token and every typed value.
 */

/** Thrown by every method while what it remembers in is out of reach; `cause` says why. Nothing is known of a write then. */
export class SessionStoreUnavailable extends Error {
  override readonly name = "SessionStoreUnavailable";
}

/** Somebody who is signed in (agent: staff; client: a buyer in the portal), or a visitor half-way through a form. */
export type SessionKind = "agent" | "client" | "visitor";

export interface Session {
  readonly kind: SessionKind;
  /** Id of the account or of the client's person; null for a visitor. */
  readonly personId: string | null;
  /** The workspace last chosen; null until the first is known. */
  readonly workspaceId: string | null;
  /** The upstream's bearer token; null for a visitor. */
  readonly token: string | null;
  /** Short texts kept between the steps of a form (registration, the address a code was mailed to). Never a password. */
  readonly notes: Readonly<Record<string, string>>;
}

export interface KeptSession extends Session {
  readonly startedAt: Date;
  /** The end that no use can defer. */
  readonly endsAt: Date;
}

export interface Sessions {
  /** Keeps a session under a new 256-bit id and returns the id, which only the browser's cookie holds. */
  open(session: Session, endsAt: Date): Promise<string>;
  /** The session with this id; null when unknown, idle for too long, ended or past its end. Counts as use. */
  find(id: string): Promise<KeptSession | null>;
  /** Replaces what is kept under the id; its times stay. */
  change(id: string, session: Session): Promise<void>;
  /** Forgets the session at once. Unknown ids are no error. */
  end(id: string): Promise<void>;
}

/** Where a finished form leads: a same-site path and the sentence shown there once. */
export interface To {
  readonly location: string;
  readonly toast?: string;
}

/** One try at sending a form: who sends it, the form's key, and a digest of what it says. */
export interface SubmissionKey {
  /** A person's id, or for a visitor the digest of the session's id: keys of different people never meet. */
  readonly owner: string;
  readonly key: string;
  readonly digest: string;
}

/**
 * - claimed: the caller alone may write now, until the lease ends; `retry` says that an earlier try ended without a
 *   known outcome, so that the write may have happened already
 * - running: somebody else is writing this very content
 * - done: it was written; this is where it led, and for two minutes the session that it opened: on a script-free page a
 *   double click drops the first answer with its cookie, and the mailed link cannot be used again
 * - other: the key was used for other content, which led to `to` once it was written
 */
export type ClaimResult =
  | { readonly state: "claimed"; readonly lease: string; readonly retry: boolean }
  | { readonly state: "running" }
  | { readonly state: "done"; readonly to: To; readonly sessionId: string | null }
  | { readonly state: "other"; readonly to: To | null };

export interface Submissions {
  claim(claim: SubmissionKey): Promise<ClaimResult>;
  /** Where this very form led earlier, without claiming it; null when it was not written so far. */
  find(claim: SubmissionKey): Promise<To | null>;
  /** Prolongs a lease while the write is still under way; false when it was lost. */
  renew(claim: SubmissionKey, lease: string): Promise<boolean>;
  /** The write is done. `sessionId` is the session that it opened; it is kept encrypted. */
  finish(claim: SubmissionKey, lease: string, to: To, sessionId?: string): Promise<void>;
  /** The write was refused: the key is free again, for any content. */
  release(claim: SubmissionKey, lease: string): Promise<void>;
  /** The outcome is unknown: the lease ends, and the next claim says `retry`. */
  abandon(claim: SubmissionKey, lease: string): Promise<void>;
}

/** A form sent with an ended session, kept until its sender signs in again. */
export interface ParkedForm {
  readonly personId: string;
  /** Path and query of the page that shows the form. */
  readonly path: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

export interface ParkedForms {
  /** What a form carries beside the person to whom it is shown: a few letters that nobody else can make. */
  markOf(personId: string): string;
  isMark(personId: string, mark: string): boolean;
  /** Keeps a form for 30 minutes and returns the 256-bit id for the browser's cookie; of a person's the newest twenty. */
  park(form: ParkedForm): Promise<string>;
  find(id: string): Promise<ParkedForm | null>;
  drop(id: string): Promise<void>;
}

export interface SessionStore {
  readonly sessions: Sessions;
  readonly submissions: Submissions;
  readonly parkedForms: ParkedForms;
  /** Removes everything past its time; returns the number of rows. Safe to run in every replica. */
  sweep(): Promise<number>;
}
