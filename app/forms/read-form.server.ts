import { randomUUID } from "node:crypto";
import { data, type RouterContextProvider, redirect } from "react-router";
import { Honeypot, SpamError } from "remix-utils/honeypot/server";
import type * as z from "zod/mini";
import { isUuid } from "../json-api/record.ts";
import { writtenHeader } from "../session/asked-by-worker.ts";
import type { CurrentUser, Household, PortalFormElsewhere } from "../session/current-user.ts";
import {
  baseField,
  hiddenFields,
  honeypotField,
  householdField,
  keyField,
  personField,
  readPerson,
  typedFields,
  workspaceField,
} from "../session/hidden-fields.ts";
import { tooLongForm } from "../session/longest-form.ts";
import { inHousehold } from "../session/next-path.ts";
import { findParkedForm, parkForm } from "../session/parked-form.server.ts";
import { filesOf, readPosted, textsOf } from "../session/posted-form.server.ts";
import { type RequestSession, requestSessionContext } from "../session/request-session.server.ts";
import { findCurrentUser, markedPerson } from "../session/session.server.ts";
import { type FormSchema, isTooLong, parseForm } from "../ui/form-parse.ts";
import { isSecret } from "../ui/secret-fields.ts";
import { pageAddress } from "../ui/send-address.ts";
import type { MergeResult } from "./edit-conflict.tsx";
import { chooseAgain, type FormInit, type FormNotice, type FormReply } from "./form-reply.ts";
import { restartForm, versionOf } from "./form-start.server.ts";
import { type SentForm, submissionKeyOf, submissionOf } from "./submission-key.server.ts";

type Context = Readonly<RouterContextProvider>;

/** An answer that shows the form again. */
export type FormAnswer<Current = null, Question = null> = ReturnType<typeof data<FormReply<Current, Question>>>;

export interface ReplyOptions<Current = null, Question = null> {
  /** 400 where not given. */
  readonly status?: number;
  readonly fieldErrors?: Readonly<Record<string, readonly string[]>>;
  readonly notice?: FormNotice;
  readonly start?: FormInit;
  readonly current?: Current;
  readonly merging?: MergeResult;
  readonly question?: Question;
}

export interface ReadOptions {
  /** For a form that belongs to the person, whichever workspace they are in: a new password, a new workspace. */
  readonly inAnyWorkspace?: boolean;
  /** For a form without a version on a page of a record, or of what one workspace is waiting for: another has no such page. */
  readonly ofRecord?: boolean;
}

/** A form that was read and found to be well-formed. */
export interface ValidForm<Value> {
  readonly isValid: true;
  readonly value: Value;
  readonly start: FormInit;
  /** The etag that the record had when the form was shown; null for a form that makes something. */
  readonly version: string | null;
  /** What tells this content from other content sent with the same key. Holds secrets: for digests only. */
  readonly content: readonly (readonly [string, string])[];
  /** Shows the form again with what was typed. */
  readonly reply: <Current = null, Question = null>(
    options: ReplyOptions<Current, Question>,
  ) => FormAnswer<Current, Question>;
}

export interface InvalidForm {
  readonly isValid: false;
  /** For the action to return: the form again, with what is wrong. */
  readonly answer: FormAnswer<never, never>;
}

/**
 * Reads a posted form: its typed text against the schema, its key, and whether it belongs to this workspace and person.
 * A form from elsewhere is refused with 409 and its text kept: shown again where it would make something, parked until
 * the workspace is switched back where it is a record's, whose page does not exist here.
 */
export async function readForm<Schema extends FormSchema>(
  request: Request,
  schema: Schema,
  context: Context,
  reading: ReadOptions = {},
): Promise<ValidForm<z.output<Schema>> | InvalidForm> {
  return readFormFields(await takeForm(request, context), schema, context, reading);
}

/** The same for a form that was read already, as one with files is. */
export async function readFormFields<Schema extends FormSchema>(
  form: FormData,
  schema: Schema,
  context: Context,
  reading: ReadOptions = {},
): Promise<ValidForm<z.output<Schema>> | InvalidForm> {
  const fields = typedFields(form);
  const typed = fields.filter(([name]) => !hiddenFields.includes(name));
  const submission = parseTyped(typed, schema);
  const start = startOf(form, context);
  const reply = <Current = null, Question = null>(
    options: ReplyOptions<Current, Question>,
  ): FormAnswer<Current, Question> => {
    const secrets = typed.map(([name]) => name).filter(isSecret);
    const fieldErrors = Object.entries(options.fieldErrors ?? {}).map(([name, errors]) => [name, [...errors]]);
    const { notice = null, current = null, merging = null, question = null, status = 400 } = options;
    const shown = merging === null ? submission : parseTyped(takeOver(typed, merging), schema);
    const result = shown.reply({ hideFields: secrets, fieldErrors: Object.fromEntries(fieldErrors) });
    return data({ result, start: options.start ?? start, notice, current, merging, question }, { status });
  };
  const elsewhere = findElsewhere(form, context, reading);
  if (elsewhere !== null) {
    const portals = await findPortalFormElsewhere(form, context);
    if (portals !== null) throw data(portals, { status: 409 });
    const sent = await submissionOf(context, start.key, typed, textOf(form, workspaceField));
    const notice = await refuseElsewhere(context, sent, { ...elsewhere, files: filesOf(fields) });
    return { isValid: false, answer: reply<never, never>({ status: 409, notice, start: restartForm(start, null) }) };
  }
  if (submission.status !== "success") {
    return { isValid: false, answer: reply<never, never>({ status: submission.status === "error" ? 400 : 200 }) };
  }
  const { value } = submission;
  return { isValid: true, value, start, version: versionOf(start.key), content: typed, reply };
}

/**
 * The posted form, for what reads its fields itself; the request session remembers it, in case the session turns out to have ended.
 * @throws 400 for what is none; 413 for one that is larger than what its sender may send, or has a text that is too long for any field
 */
export async function readFormData(request: Request, context: Context): Promise<FormData> {
  const form = await takeForm(request, context);
  if ([...form.values()].some(isTooLong)) throw data(tooLongForm, { status: 413 });
  return form;
}

/** A body can be read once: whoever asks again gets the same form, or the same failure. */
const taken = new WeakMap<RequestSession, Promise<FormData>>();

function takeForm(request: Request, context: Context): Promise<FormData> {
  const requestSession = context.get(requestSessionContext);
  const form = taken.get(requestSession) ?? takeOnce(request, context, requestSession);
  taken.set(requestSession, form);
  return form;
}

async function takeOnce(request: Request, context: Context, requestSession: RequestSession): Promise<FormData> {
  const form = await readPosted(request, requestSession.formLimits).catch(() => {
    throw data("The form didn't arrive completely. Go back and submit it again.", { status: 400 });
  });
  if (form === null) throw data(tooLongForm, { status: 413 });
  if (findCurrentUser(context) === null) await refuseSpam(form);
  requestSession.form = form;
  return form;
}

function takeOver(typed: readonly (readonly [string, string])[], { taken }: MergeResult): [string, string][] {
  const own = typed.filter(([name]) => !(name in taken));
  const theirs = Object.entries(taken).flatMap(([name, texts]) => texts.map((text): [string, string] => [name, text]));
  return [...own.map(([name, text]): [string, string] => [name, text]), ...theirs];
}

function parseTyped<Schema extends FormSchema>(typed: readonly (readonly [string, string])[], schema: Schema) {
  const payload = new FormData();
  for (const [name, value] of typed) payload.append(name, value);
  try {
    return parseForm(payload, schema);
  } catch {
    // A button of Conform's that no page of ours has: without it the rest is an ordinary form.
    payload.delete("__intent__");
    return parseForm(payload, schema);
  }
}

/** The hidden fields as they came back; a key that we did not draw is replaced by one that nobody else has. */
function startOf(form: FormData, context: Context): FormInit {
  const key = textOf(form, keyField);
  const isDrawn = isUuid(key);
  // A version goes back to the service in a header.
  const isVersion = versionOf(key) !== null && /^[\x20-\x7e]{1,300}$/.test(key);
  const member = findCurrentUser(context);
  return {
    key: isDrawn || isVersion ? key : randomUUID(),
    workspaceId: member?.workspace?.id ?? null,
    person: markedPerson(context),
    base: form.has(baseField) ? textOf(form, baseField) : null,
    parked: null,
  };
}

/** Where a form belongs, and where its sender is. */
interface Elsewhere {
  /** Names of the workspaces; the same when only the person is another. */
  readonly there: string;
  readonly here: string;
  readonly isAnothers: boolean;
  /** Its page is a record's, and exists in that record's workspace only. */
  readonly isRecords: boolean;
}

/** The same with the names of the files that were chosen, which nobody keeps. */
interface SentElsewhere extends Elsewhere {
  readonly files: readonly string[];
}

/** Null for a form that belongs to this workspace and this person. */
function findElsewhere(
  form: FormData,
  context: Context,
  { inAnyWorkspace = false, ofRecord = false }: ReadOptions,
): Elsewhere | null {
  const member = findCurrentUser(context);
  if (member === null) return null;
  const workspaceId = textOf(form, workspaceField);
  const isAnothers = readPerson(textOf(form, personField)).id !== member.person.id;
  const isHere =
    workspaceId === (member.workspace?.id ?? "") && textOf(form, householdField) === (member.portal?.clientId ?? "");
  if (!isAnothers && (inAnyWorkspace || isHere)) return null;
  const there = member.workspaces.find((workspace) => workspace.id === workspaceId)?.name ?? "another workspace";
  const isRecords = ofRecord || versionOf(textOf(form, keyField)) !== null;
  return { there, here: member.workspace?.name ?? "no workspace", isAnothers, isRecords };
}

/**
 * What to say about such a form. One that was written before the switch, as a reload sends it, leads where it led.
 * @throws 409 for a form at a record's address, which does not exist here: its text is parked
 */
async function refuseElsewhere(context: Context, sent: SentForm, elsewhere: SentElsewhere): Promise<FormNotice> {
  const { there, here, isAnothers, isRecords } = elsewhere;
  const again = chooseAgain(elsewhere.files);
  const requestSession = context.get(requestSessionContext);
  const to = await requestSession.store.submissions.find(submissionKeyOf(context, sent));
  if (to !== null) throw redirect(to.location, { status: 303, headers: { [writtenHeader]: "yes" } });
  const what = isAnothers
    ? "This form was opened by someone else who was signed in here."
    : `This form was opened in ${there}, but you have switched to ${here}.`;
  if (isRecords) {
    const isKept = await parkForm(requestSession);
    const kept = isKept ? " Your entries are kept for 30 minutes: switch back and open the form again." : "";
    throw data(`${what} Nothing was saved.${kept}${again}`, { status: 409 });
  }
  const advice = isAnothers ? "Submit it again to save it as yours." : `Submit it again to save it in ${here}.`;
  return { kind: "elsewhere", link: null, text: `${what} ${advice}${again}` };
}

/** What `findPortalFormElsewhere` says of the posted form, before an action reads it; null as well for what is no form, of which the action says so. */
export async function findPostedElsewhere(request: Request, context: Context): Promise<PortalFormElsewhere | null> {
  const form = await takeForm(request, context).catch(() => null);
  return form && findPortalFormElsewhere(form, context);
}

/**
 * What to say, with 409, of a form of the portal that belongs to the portal of another household, or to another person; null for one
 * that belongs here. It cannot be sent from here: one wrong click would tell it to the wrong house.
 * @throws 303 for one that was written before: where it led, in its own portal
 */
async function findPortalFormElsewhere(form: FormData, context: Context): Promise<PortalFormElsewhere | null> {
  const user = findCurrentUser(context);
  const elsewhere = findElsewhere(form, context, {});
  if (user?.kind !== "client" || elsewhere === null) return null;
  const { isAnothers } = elsewhere;
  const requestSession = context.get(requestSessionContext);
  const clientId = textOf(form, householdField);
  const there = user.households.find((household) => household.isAccepted && household.clientId === clientId) ?? null;
  const fields = typedFields(form);
  const typed = fields.filter(([name]) => !hiddenFields.includes(name));
  if (there !== null) {
    const sent = await submissionOf(context, startOf(form, context).key, typed, clientId);
    const to = await requestSession.store.submissions.find(submissionKeyOf(context, sent));
    if (to !== null) throw redirect(inHousehold(to.location, clientId), 303);
  }
  const isParked = there !== null && form.has(keyField) && (await parkForm(requestSession));
  const text = textsOf(fields);
  const isKept = isParked && text !== "";
  // A form without a key is a choice, which is quickly made again.
  const isShown = !isAnothers && !isKept && (there === null || form.has(keyField));
  return {
    closed: "elsewhere",
    there,
    here: openHousehold(user),
    isAnothers,
    isKept,
    typed: isShown ? text : "",
    files: isAnothers ? [] : filesOf(fields),
    isLate: false,
    page: pageAddress(requestSession.url),
  };
}

/** The same of a form that waits for this page, whose household was closed to the person meanwhile; null where there is none. */
export async function findLateForm(context: Context): Promise<PortalFormElsewhere | null> {
  const user = findCurrentUser(context);
  const requestSession = context.get(requestSessionContext);
  const kept = user && (await findParkedForm(requestSession, user.person.id));
  const clientId = kept?.fields.find(([name]) => name === householdField)?.[1];
  if (!kept || clientId === undefined || user.households.some((household) => household.clientId === clientId))
    return null;
  return {
    closed: "elsewhere",
    there: null,
    here: openHousehold(user),
    isAnothers: false,
    isKept: false,
    typed: textsOf(kept.fields),
    files: filesOf(kept.fields),
    isLate: true,
    page: pageAddress(requestSession.url),
  };
}

function openHousehold({ households, portal }: CurrentUser): Household | null {
  return households.find(({ clientId }) => clientId === portal?.clientId) ?? null;
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" && !isTooLong(value) ? value : "";
}

/** Without the time stamp: encrypted anew for each page, it would end the 304 of a page that has not changed. */
const honeypot = new Honeypot({ nameFieldName: honeypotField, validFromFieldName: null });

/** @throws 400 for a form whose honeypot is filled in, which only programs do */
async function refuseSpam(form: FormData): Promise<void> {
  try {
    await honeypot.check(form);
  } catch (error) {
    if (!(error instanceof SpamError)) throw error;
    throw data("Nothing was sent, because a field that is not shown was filled in. Go back and leave it blank.", {
      status: 400,
    });
  }
}
