import { readFile } from "node:fs/promises";
import type { RouterContextProvider } from "react-router";
import { startForm } from "../forms/forms.server.ts";
import { apiOf } from "../session/session.server.ts";
import { listUnfinished } from "../uploads/own-uploads.server.ts";
import { refusalOf } from "../uploads/receive-form.server.ts";
import { type FileAnswer, submitFile } from "../uploads/submit-files.server.ts";
import { checkedOf, type Importing, packFile } from "./import-calls.server.ts";
import { largestImport, readImport } from "./read-import.server.ts";

type Context = Readonly<RouterContextProvider>;

/** What the page needs on which a file is chosen. */
export async function startImport(context: Context) {
  const [start, unfinished] = await Promise.all([startForm(context), listUnfinished(context)]);
  return { start, unfinished, allowance: { file: largestImport, free: Number.MAX_SAFE_INTEGER } };
}

/** Has a file looked over, and leads to its review, or to its columns: nothing of it is imported. */
export async function checkFile(
  context: Context,
  request: Request,
  { kind, calls, place }: Importing,
): Promise<FileAnswer> {
  const api = apiOf(context);
  return submitFile(context, request, async (file, { key }) => {
    const { name, size, path } = file;
    if (size > largestImport) return { name, reason: "It is larger than 2 MB. Split it into smaller files." };
    try {
      const bytes = await readFile(path);
      const read = await readImport(bytes, kind, {}, (shape) => calls.findColumns(api, shape));
      if ("reason" in read) return { name, reason: read.reason };
      const source = await packFile(bytes);
      if (read.lacks !== null && source === null) return { name, reason: kind.tooLargeToChoose };
      const { id } = await calls.check(api, { fileName: name, source, ...checkedOf(read) }, key);
      return { location: read.lacks === null ? place.importPath(id) : place.columnsPath(id) };
    } catch (error) {
      return refusalOf(file, error);
    }
  });
}
