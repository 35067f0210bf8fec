import { data, type RouterContextProvider } from "react-router";
import { type ReadOptions, restartForm, writeForm } from "../forms/forms.server.ts";
import type { FormReply } from "../forms/forms.tsx";
import type { To } from "../session/store.ts";
import { nothingKept, receiveForm } from "./receive-form.server.ts";
import type { SpooledFile } from "./spool.server.ts";
import type { UploadReply } from "./upload-form.tsx";
import { type RefusedFile, statusOf } from "./upload-limits.ts";

export interface FilesResult {
  readonly failed: readonly RefusedFile[];
}

type FilesReply<Result> = UploadReply & {
  readonly files?: Result;
  readonly empty?: boolean;
  /** As it was chosen, where the form asks for it. */
  readonly folder?: string | undefined;
};
export type FilesAnswer<Result> = Response | ReturnType<typeof data<FilesReply<Result>>>;

interface KeptFiles<Result extends FilesResult> {
  readonly result: Result;
  /** Where the form leads; null when nothing was kept. */
  readonly to: To | null;
}

/**
 * Stores the files of a form; one that fails does not stop the others.
 * @param refused files that were refused while they arrived
 */
export type KeepFiles<Result extends FilesResult> = (
  files: readonly SpooledFile[],
  refused: readonly RefusedFile[],
  form: { readonly key: string; readonly folder: string | undefined },
) => Promise<KeptFiles<Result>>;

/**
 * The whole action of a form with several files: stores them once and answers 303 to where `keep` leads, or the form again with
 * what is wrong. Resumable uploads stay until they are stored.
 * @throws 400 for an incomplete form; what `keep` throws that is no refusal by the upstream
 */
export async function submitFiles<Result extends FilesResult>(
  context: Readonly<RouterContextProvider>,
  request: Request,
  keep: KeepFiles<Result>,
  reading: ReadOptions = {},
): Promise<FilesAnswer<Result>> {
  const { form, files, refused, discard } = await receiveForm(context, request, reading);
  const outcome: { result: Result | null; isSettled: boolean } = { result: null, isSettled: false };
  const failures = () => (outcome.result !== null && outcome.result.failed.length > 0 ? outcome.result : null);
  try {
    if (!form.isValid) return form.answer;
    const { folder } = form.value;
    if (files.length === 0 && refused.length === 0)
      return data({ ...form.reply({}).data, folder, empty: true }, { status: 400 });
    const again = (result: Result): FilesAnswer<Result> =>
      data(
        { ...form.reply({ start: restartForm(form.start, null) }).data, folder, failed: result.failed, files: result },
        { status: statusOf(result.failed) },
      );
    try {
      const answer = await writeForm<typeof form.value, never>(context, form, async ({ key }) => {
        const { result, to } = await keep(files, refused, { key, folder });
        outcome.result = result;
        if (to === null) throw nothingKept();
        return to;
      });
      // Sent again, it redirects as it did the first time: its files are kept already.
      outcome.isSettled = answer instanceof Response;
      const failed = failures();
      return failed === null ? answer : again(failed);
    } catch (error) {
      const failed = failures();
      if (failed !== null) return again(failed);
      throw error;
    }
  } finally {
    await discard(outcome.result?.failed ?? (outcome.isSettled ? [] : null));
  }
}

/** The form again, with why its file was refused; `isNone` when it was sent without a file, or with `isSeveral`. */
type FileReply = FormReply & {
  readonly failed?: readonly RefusedFile[];
  readonly isNone?: boolean;
  readonly isSeveral?: boolean;
};
export type FileAnswer = Response | ReturnType<typeof data<FileReply>>;

/** Stores the file of a form. @returns where to go, or why it was refused */
export type KeepFile = (file: SpooledFile, form: { key: string; version: string | null }) => Promise<To | RefusedFile>;

/**
 * The whole action of a form with one file: stores it once and answers 303 to where `keep` leads, or the form again with what is
 * wrong. A resumable upload stays until it is stored.
 * @throws 400 for an incomplete form; what `keep` throws that is no refusal by the upstream
 */
export async function submitFile(
  context: Readonly<RouterContextProvider>,
  request: Request,
  keep: KeepFile,
  reading: ReadOptions = {},
): Promise<FileAnswer> {
  const { form, files, refused, discard } = await receiveForm(context, request, reading);
  const outcome: { failed: RefusedFile | null; isSettled: boolean } = { failed: null, isSettled: false };
  try {
    if (!form.isValid) return form.answer;
    const { start, version } = form;
    const fail = (failed: RefusedFile) =>
      data(
        { ...form.reply({ start: restartForm(start, version) }).data, failed: [failed] },
        { status: statusOf([failed]) },
      );
    const [file, ...others] = [...files, ...refused];
    if (file === undefined || others.length > 0) {
      const isSeveral = others.length > 0;
      return data({ ...form.reply({}).data, isNone: true, isSeveral }, { status: 400 });
    }
    if ("reason" in file) return fail(file);
    try {
      const answer = await writeForm<typeof form.value, never>(context, form, async ({ key }) => {
        const kept = await keep(file, { key, version });
        if ("location" in kept) return kept;
        outcome.failed = kept;
        throw nothingKept();
      });
      outcome.isSettled = answer instanceof Response;
      return answer;
    } catch (error) {
      if (outcome.failed !== null) return fail(outcome.failed);
      throw error;
    }
  } finally {
    await discard(outcome.failed === null ? (outcome.isSettled ? [] : null) : [outcome.failed]);
  }
}
