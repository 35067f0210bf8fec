import { randomUUID } from "node:crypto";
import type { RouterContextProvider } from "react-router";
import {
  baseField,
  hiddenFields,
  householdField,
  keyField,
  personField,
  workspaceField,
} from "../session/hidden-fields.ts";
import { findParkedForm } from "../session/parked-form.server.ts";
import { filesOf } from "../session/posted-form.server.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { findCurrentUser, markedPerson } from "../session/session.server.ts";
import type { ParkedForm } from "../session/store.ts";
import type { ConfirmationText } from "./confirmation.tsx";
import type { FormInit } from "./form-reply.ts";
import { baseDigests } from "./three-way-merge.server.ts";

type Context = Readonly<RouterContextProvider>;

const versionPrefix = "v.";
/** Begins the version of a record that has none, drawn for each form: entity tags begin with a quote. */
const unversioned = "~";

/** A record as a form shows it. */
export interface RecordVersion {
  readonly etag: string | null;
  /** What the form's fields hold at first; with it, changes of different fields are merged. */
  readonly typed?: object;
}

export interface TypedVersion<Typed extends object> extends RecordVersion {
  readonly typed: Typed;
}

/** Gives a record as its form shows it. @param type gives the texts of the form's fields */
export function recordVersion<Found extends { readonly etag: string | null }, Typed extends object>(
  record: Found,
  type: (record: Found) => Typed,
): TypedVersion<Typed> {
  return { etag: record.etag, typed: type(record) };
}

/**
 * What a loader gives to its form: a key under which it is written once, the workspace that it belongs to, and what its
 * reader typed before their session ended.
 * @param shown the record that the form changes; leave out for a form that makes something
 */
export async function startForm(context: Context, shown?: RecordVersion): Promise<FormInit> {
  const member = findCurrentUser(context);
  const personId = member?.person.id ?? null;
  const workspaceId = member?.workspace?.id ?? null;
  const clientId = member?.portal?.clientId ?? null;
  const kept = personId === null ? null : await findParkedForm(context.get(requestSessionContext), personId);
  // What was typed in another workspace or portal must not slip into this one; it waits for the way back.
  const isHere =
    (fieldOf(kept, workspaceField) ?? null) === workspaceId && (fieldOf(kept, householdField) ?? null) === clientId;
  const parked = isHere ? kept : null;
  return {
    // The key that it had: if it did arrive before the session ended, it is not written twice.
    key: fieldOf(parked, keyField) ?? (shown === undefined ? randomUUID() : changeKey(shown.etag)),
    workspaceId,
    person: markedPerson(context),
    // Of what was parked: it began with what it says, whatever the record says now.
    base: parked === null ? baseOr(shown?.typed) : (fieldOf(parked, baseField) ?? null),
    parked: parked === null ? null : fieldsOf(parked),
    ...(parked !== null && { parkedFiles: filesOf(parked.fields) }),
  };
}

/** What a loader gives to the form that changes a record: `initial` is what its fields hold at first. @param type gives their texts */
export async function startChange<Found extends { readonly etag: string | null }, Typed extends object>(
  context: Context,
  record: Found,
  type: (record: Found) => Typed,
) {
  const shown = recordVersion(record, type);
  return { initial: shown.typed, start: await startForm(context, shown) };
}

/** What the loader of a `ConfirmationPage` gives: what it asks, and with `etag` the version of the record that the button is about. */
export async function startConfirmation(
  context: Context,
  { etag, ...asked }: ConfirmationText & Partial<RecordVersion>,
) {
  return { ...asked, start: await startForm(context, etag === undefined ? undefined : { etag }) };
}

/**
 * What the hidden fields of a form hold that is a button alone, by their names: nothing is typed there that could be kept.
 * It is written once.
 */
export function buttonFields(context: Context): Readonly<Record<string, string>> {
  return { [keyField]: randomUUID(), ...placeFields(context) };
}

/** What the hidden fields of every form hold, by their names: whom it is shown to, in which workspace, in which client's portal. */
export function placeFields(context: Context): Readonly<Record<string, string>> {
  const user = findCurrentUser(context);
  const workspaceId = user?.workspace?.id;
  const clientId = user?.portal?.clientId;
  const person = markedPerson(context);
  return {
    ...(workspaceId === undefined ? {} : { [workspaceField]: workspaceId }),
    ...(clientId === undefined ? {} : { [householdField]: clientId }),
    ...(person === null ? {} : { [personField]: person }),
  };
}

function baseOr(typed: object | undefined): string | null {
  return typed === undefined ? null : baseDigests(typed);
}

/** The version that a form's key names; null for the key of a form that makes something. */
export function versionOf(key: string): string | null {
  return key.startsWith(versionPrefix) ? key.slice(versionPrefix.length) : null;
}

/** The entity tag of such a version; null where the record has none. */
export function etagOf(version: string | null): string | null {
  return version?.startsWith(unversioned) ? null : version;
}

/** The key of a form that changes a record, by the record's entity tag. Without one each form has a key of its own. */
export function changeKey(etag: string | null): string {
  return versionPrefix + (etag ?? unversioned + randomUUID());
}

/** The same form again with another key: for the same version of a record, or for one more new record. */
export function restartForm(start: FormInit, version: string | null): FormInit {
  return { ...start, key: version === null ? randomUUID() : changeKey(etagOf(version)) };
}

function fieldOf(parked: ParkedForm | null, wanted: string): string | undefined {
  return parked?.fields.find(([name]) => name === wanted)?.[1];
}

function fieldsOf(parked: ParkedForm): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const [name, value] of parked.fields) {
    if (!hiddenFields.includes(name)) fields[name] = [...(fields[name] ?? []), value];
  }
  return fields;
}
