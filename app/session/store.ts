/**
 * What is stored between requests: sessions, submissions and parked forms. The server implements it on Postgres and puts it into
 * the router context. Implementations encrypt every token and every typed value.
 */

/** Thrown by every method while the database is unavailable; `cause` says why. A write may or may not have happened then. */
export class SessionStoreUnavailable extends Error {
  override readonly name = "SessionStoreUnavailable";
}

/** Someone signed in (agent: staff; client: a buyer in the portal), or a visitor half-way through a form. */
export type SessionKind = "agent" | "client" | "visitor";

export interface Session {
  readonly kind: SessionKind;
  /** Id of the account or of the client's person; null for a visitor. */
  readonly personId: string | null;
  /** The workspace last chosen; null until the first is known. */
  readonly workspaceId: string | null;
  /** The client whose portal is open, of the households that a client's person is in; null for all others. */
  readonly clientId: string | null;
  /** The upstream's bearer token; null for a visitor. */
  readonly token: string | null;
  /** Short texts kept between the steps of a form (registration, the address a code was emailed to). Never a password. */
  readonly visitorState: Readonly<Record<string, string>>;
}

export interface KeptSession extends Session {
  readonly startedAt: Date;
  /** When it ends, however much it is used. */
  readonly endsAt: Date;
}

/** Where a session began, in words for its person; "" where nothing is known. */
export interface SessionOrigin {
  /** As in "Chrome on Windows". */
  readonly device: string;
  /** A part of the network address, as in "203.0.113.x". */
  readonly network: string;
}

/** Whose sessions are listed and ended. */
export interface SessionOwner {
  readonly kind: Exclude<SessionKind, "visitor">;
  readonly personId: string;
}

/** A session as its person sees it in a list. */
export interface ListedSession extends SessionOrigin {
  /** Not the one in the browser's cookie: it opens nothing. */
  readonly id: string;
  readonly startedAt: Date;
  /** To within five minutes. */
  readonly usedAt: Date;
  readonly isCurrent: boolean;
}

export interface Sessions {
  /** Stores a session under a new 256-bit id and returns the id, which only the browser's cookie holds. */
  open(session: Session, endsAt: Date, origin?: SessionOrigin): Promise<string>;
  /** The session with this id; null when unknown, idle for too long, ended or past its end. Counts as use. */
  find(id: string): Promise<KeptSession | null>;
  /** Replaces what is kept under the id; its times stay. */
  change(id: string, session: Session): Promise<void>;
  /** Deletes the session. Unknown ids are no error. */
  end(id: string): Promise<void>;
  /** A person's sessions that have not ended, the last used first, at most 100. @param current the id in the browser's cookie */
  list(owner: SessionOwner, current: string | null): Promise<readonly ListedSession[]>;
  /**
   * Ends one of a person's sessions by its id in the list.
   * @returns what has ended; null when it had ended before, undefined when the person has none with this id
   */
  endListed(owner: SessionOwner, listedId: string): Promise<KeptSession | null | undefined>;
  /** Ends all of a person's sessions but the one with this id; returns what has ended. */
  endOthers(owner: SessionOwner, current: string | null): Promise<readonly KeptSession[]>;
}

/** Takes back what was written: a form of one button, by its address on this site and its fields. */
export interface ToastUndo {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Where a written form leads: a path on this site, and a sentence shown there once, perhaps with a way to take it back or to see it. */
export interface To {
  readonly location: string;
  readonly toast?: string;
  readonly undo?: ToastUndo;
  /** The address on this site of what was made. */
  readonly open?: string;
}

/** One send of a form: by whom, the form's key, and a digest of its content. */
export interface SubmissionKey {
  /** A person's id, or for a visitor the digest of the session's id: keys of different people never meet. */
  readonly owner: string;
  readonly key: string;
  readonly digest: string;
  /** What it does to a record; null for a form that is about none. */
  readonly change?: RecordChange | null;
}

/** A form about a record: the record as a digest, and the form's own UUID, which is the same for the same change of the same version. */
export interface RecordChange {
  readonly record: string;
  readonly id: string;
}

/**
 * - claimed: only the caller may write now, until the lease ends; `sentBefore` is the time of the first try where the outcome of
 *   an earlier one is unknown, so that the write may have happened already
 * - running: another send is writing the same content
 * - done: it was written; this is where it led, and for two minutes the session that it opened: on a page without scripts a
 *   double click drops the first answer with its cookie, and the mailed link cannot be used again
 * - other: the key was used for other content, which led to `to` if it was written
 */
export type ClaimResult =
  | { readonly state: "claimed"; readonly lease: string; readonly sentBefore: Date | null }
  | { readonly state: "running" }
  | { readonly state: "done"; readonly to: To; readonly sessionId: string | null }
  | { readonly state: "other"; readonly to: To | null };

export interface Submissions {
  claim(claim: SubmissionKey): Promise<ClaimResult>;
  /** Where the same form led earlier, without claiming it; null when it has not been written. */
  find(claim: SubmissionKey): Promise<To | null>;
  /** The latest form about a record that was or may have been written, with the key of its send; null where there is none. */
  latest(record: string): Promise<{ readonly id: string; readonly key: string } | null>;
  /** Extends a lease while the write is under way; false when the lease was lost. */
  renew(claim: SubmissionKey, lease: string): Promise<boolean>;
  /** The write is done. `sessionId` is the session that it opened; it is kept encrypted. */
  finish(claim: SubmissionKey, lease: string, to: To, sessionId?: string): Promise<void>;
  /** The write was refused: the key is free again, for any content. */
  release(claim: SubmissionKey, lease: string): Promise<void>;
  /** The outcome is unknown: the lease ends, and the next claim says `sentBefore`. */
  abandon(claim: SubmissionKey, lease: string): Promise<void>;
}

/** A form sent after the session ended, kept until its sender signs in again. */
export interface ParkedForm {
  readonly personId: string;
  /** Path and query of the page that shows the form. */
  readonly path: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

export interface ParkedForms {
  /** A signature beside the person's id in each form, which nobody else can make. */
  markOf(personId: string): string;
  isMark(personId: string, mark: string): boolean;
  /** Stores a form for 30 minutes and returns the 256-bit id for the browser's cookie. Keeps a person's newest twenty. */
  park(form: ParkedForm): Promise<string>;
  find(id: string): Promise<ParkedForm | null>;
  /** All of a person that are still kept, whichever browser sent them, the newest first. */
  list(personId: string): Promise<readonly ListedForm[]>;
  drop(id: string): Promise<void>;
  /** Drops one by its place in a person's list. Unknown ones are no error. */
  dropListed(personId: string, listedId: string): Promise<void>;
}

/** A parked form as its person sees it in a list. */
interface ListedForm extends ParkedForm {
  /** Not the one in the browser's cookie. */
  readonly id: string;
  readonly endsAt: Date;
}

/** What encrypts on a device, and what opens it there while its person is signed in: JSON Web Keys as texts (RSA-OAEP-256). */
export interface DeviceKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** A device that keeps pages and forms of a person, for when there is no connection. */
interface KeptDevice {
  readonly id: string;
  /** As in "Chrome on Android"; "" where nothing is known. */
  readonly name: string;
  readonly keptAt: Date;
  /** To within five minutes. */
  readonly contactAt: Date;
}

export interface KeptDevices {
  /** Notes a device for a person, of whom the 20 that were in contact last are kept. @returns its id, for the mark in its cookie */
  keep(personId: string, name: string): Promise<string>;
  /** A signature of the device's id and its person, which nobody else can make. */
  markOf(id: string, personId: string): string;
  isMark(id: string, personId: string, mark: string): boolean;
  /** The device is in contact with its person signed in. @returns its keys; null once it was forgotten */
  meet(id: string, personId: string): Promise<DeviceKeys | null>;
  /** A person's devices, the last in contact first. */
  list(personId: string): Promise<readonly KeptDevice[]>;
  /** The device forgets all at its next contact, and what waits there can be opened no more. @returns whether it was the person's */
  forget(personId: string, id: string): Promise<boolean>;
}

/** Who signs in to an account or to the portal. */
export interface DeviceOwner {
  readonly kind: "agent" | "client";
  /** In any spelling. */
  readonly email: string;
}

/** Browsers in which somebody has signed in. Nothing is stored: they keep marks that nobody else can make. */
export interface KnownDevices {
  /** @param owner who signed in there; null for the mark that somebody did */
  markOf(id: string, owner: DeviceOwner | null): string;
  isMark(id: string, owner: DeviceOwner | null, mark: string): boolean;
}

export interface SessionStore {
  readonly sessions: Sessions;
  readonly submissions: Submissions;
  readonly parkedForms: ParkedForms;
  readonly knownDevices: KnownDevices;
  readonly keptDevices: KeptDevices;
  /** Deletes everything that has expired; returns the number of rows. Safe to run in every replica. */
  sweep(): Promise<number>;
}
