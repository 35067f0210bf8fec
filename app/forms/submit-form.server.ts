import { type RouterContextProvider, redirect } from "react-router";
import type * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import type { IsChanged } from "../json-api/record.ts";
import { spell } from "../json-api/spelling.ts";
import { writtenHeader } from "../session/asked-by-worker.ts";
import { dropParkedForm } from "../session/parked-form.server.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { apiOf, findCurrentUser, load } from "../session/session.server.ts";
import type { To } from "../session/store.ts";
import { setToast } from "../session/toast.server.ts";
import type { FormSchema } from "../ui/form-parse.ts";
import { answerFailure, answerStale } from "./answer-failure.server.ts";
import { confirmationForm } from "./confirmation.tsx";
import { EditedMeanwhile, FormRefusal, wasRefused } from "./form-refusal.ts";
import { etagOf, type RecordVersion } from "./form-start.server.ts";
import { AlreadySent, idempotentWrite } from "./idempotent-write.server.ts";
import { inTurn } from "./in-turn.server.ts";
import { type FormAnswer, type ReadOptions, readForm, type ValidForm } from "./read-form.server.ts";
import { type SentForm, sentAnew, submissionKeyOf, submissionOf } from "./submission-key.server.ts";
import { mergeChanges } from "./three-way-merge.server.ts";

type Context = Readonly<RouterContextProvider>;

/** Where a form comes from: what an action is given. */
export interface FormRequest extends ReadOptions {
  readonly request: Request;
  readonly context: Context;
}

/** A valid form, and what its write needs. */
export interface Submission<Value> {
  readonly value: Value;
  /** For the records of the workspace. */
  readonly api: Api;
  /** The idempotency key to pass upstream. */
  readonly key: string;
  /** Whether the form makes something; false for one that changes a record. */
  readonly isNew: boolean;
  /** The version that the write is about; null for a form that makes something, and where the service has no versions. */
  readonly etag: string | null;
  /** Tells what to send of a changed record. Always true where it is not known what the form began with. */
  readonly isChanged: IsChanged;
  /** Whether the form was sent before and may have been written: what it finds may be its own. */
  readonly isRepeat: boolean;
}

/**
 * The whole action of a form that writes: reads it, writes it once however often it is sent, and answers 303 to where the
 * write leads, or the form again with what is wrong.
 *
 * `submitForm<typeof schema, Current, Question>` names the question that the write may ask by throwing a `FormRefusal`.
 * @param write returns where to go; it is called for the first of parallel and repeated sends alone
 * @param current for a form that changes a record: finds the record as it is now, to send only what was changed, and to show both
 *   versions
 * @throws what is no refusal by the upstream
 */
export async function submitForm<Schema extends FormSchema, Current extends RecordVersion = never, Question = never>(
  { request, context, ...options }: FormRequest,
  schema: Schema,
  write: (submission: Submission<z.output<Schema>>) => Promise<To>,
  current?: (api: Api) => Promise<Current>,
): Promise<Response | FormAnswer<Current, Question>> {
  const form = await readForm(request, schema, context, options);
  if (!form.isValid) return form.answer;
  return writeForm<z.output<Schema>, Current, Question>(context, form, write, current);
}

/** The action of a form that is a button alone. */
export function confirmed(form: FormRequest, write: (submission: Submission<unknown>) => Promise<To>) {
  return submitForm(form, confirmationForm, write);
}

/** The same for a form that was read already, as one with files is. */
export async function writeForm<Value, Current extends RecordVersion = never, Question = never>(
  context: Context,
  form: ValidForm<Value>,
  write: (submission: Submission<Value>) => Promise<To>,
  current?: (api: Api) => Promise<Current>,
): Promise<Response | FormAnswer<Current, Question>> {
  const requestSession = context.get(requestSessionContext);
  const find = current === undefined ? null : () => current(apiOf(context));
  const writeOnce = (sent: SentForm) =>
    idempotentWrite(requestSession.store.submissions, {
      claim: submissionKeyOf(context, sent),
      wasRefused,
      write: async (sentBefore) => {
        if (!isSafeTwice(form, find)) requestSession.repeatedSince = sentBefore;
        const writing = async () => {
          const submission = {
            value: form.value,
            key: sent.key,
            isNew: form.version === null,
            isRepeat: sentBefore !== null,
            ...(await compare(form, find)),
            // Forms of people who are not signed in have none.
            get api() {
              return apiOf(context);
            },
          };
          return { to: await write(submission) };
        };
        const isUncompared = form.version !== null && etagOf(form.version) === null;
        return isUncompared ? inTurn(recordAddress(context), writing) : writing();
      },
    });
  try {
    const sent = await submissionOf(context, form.start.key, form.content);
    const written = await writeOnce(sent);
    const isUndone = written.isRepeat && (await isAsShown(form, find));
    const { to } = isUndone ? await writeOnce(sentAnew(sent)) : written;
    const user = findCurrentUser(context);
    if (user !== null) await dropParkedForm(requestSession, user.person.id);
    return redirectTo(context, to);
  } catch (error) {
    if (error instanceof FormRefusal) return form.reply<Current, Question>(error.reply);
    const isStale = find !== null && hasNewerVersion(form, error);
    return isStale ? answerStale(context, form, find) : answerFailure(context, form, error);
  }
}

/** What a form changes, by the address of its page. */
function recordAddress(context: Context): string {
  const { workspace } = findCurrentUser(context) ?? {};
  return `${workspace?.id} ${context.get(requestSessionContext).url.pathname}`;
}

type Find = (() => Promise<RecordVersion>) | null;

/** Whether the same change may be written twice: the second one finds a newer version, or that nothing is left to change. */
function isSafeTwice({ version, start }: ValidForm<unknown>, find: Find): boolean {
  return etagOf(version) !== null || (version !== null && start.base !== null && find !== null);
}

/** Whether the record has the version that the form was shown with: what an earlier send did to it was undone since, if by another form. */
async function isAsShown({ version }: ValidForm<unknown>, find: Find): Promise<boolean> {
  const etag = etagOf(version);
  if (etag === null || find === null) return false;
  const found = await find().catch(() => null);
  return found?.etag === etag;
}

/**
 * What the sender of a form changed, after a look at the record: services without versions would take over what somebody else
 * has changed meanwhile.
 * @throws EditedMeanwhile when somebody else has changed what the form shows, and what `load` throws
 */
async function compare(
  { version, start: { base }, content }: ValidForm<unknown>,
  find: Find,
): Promise<Pick<Submission<unknown>, "etag" | "isChanged">> {
  const found = version === null || base === null || find === null ? null : await load(find());
  if (base === null || found?.typed === undefined) return { etag: etagOf(version), isChanged: () => true };
  const { isEdited, isChanged } = mergeChanges(base, content, found.typed);
  if (isEdited) throw new EditedMeanwhile();
  return { etag: found.etag, isChanged };
}

/** Whether the record has changed since the form was shown: also by what the same person sent about that version before. */
function hasNewerVersion({ version }: ValidForm<unknown>, error: unknown): boolean {
  if (error instanceof ApiError) return error.kind === "stale";
  return error instanceof EditedMeanwhile || (error instanceof AlreadySent && version !== null);
}

/** What the service did not keep of the form, in words; null where it kept all, or does not say. */
function unkeptNote(context: Context): string | null {
  const names = new Set(context.get(requestSessionContext).unkept.splice(0));
  if (names.size === 0) return null;
  return `The service did not keep: ${[...names].map((name) => spell(name, "snake").replaceAll("_", " ")).join(", ")}.`;
}

/** 303 to where a write leads; the page there says the toast once. */
function redirectTo(context: Context, to: To): Response {
  const toast = [to.toast, unkeptNote(context)].filter((text) => text != null).join(" ");
  if (toast !== "") setToast(context, toast, to.undo, to.open);
  // React Router loads nothing for a page that is shown at another place of it, unless it is told to.
  return redirect(to.location, { status: 303, headers: { "X-Remix-Revalidate": "yes", [writtenHeader]: "yes" } });
}
