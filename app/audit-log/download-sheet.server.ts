import { randomUUID } from "node:crypto";
import type { RouterContextProvider } from "react-router";
import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import { byteStream } from "../json-api/byte-stream.ts";
import { joinIds } from "../json-api/id-list.ts";
import { isEndUnknown } from "../json-api/page.ts";
import { offers } from "../json-api/service.ts";
import type { OnFault } from "../json-api/settle.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { agentOf, identityApiOf, logFaults } from "../session/session.server.ts";
import { headLine, linesOf, type SheetColumn } from "../spreadsheets/write-sheet.server.ts";
import { dayIn } from "../ui/date-format.ts";

interface Sheet<Item> {
  /** The file's name, without the day. */
  readonly name: string;
  readonly contents: Exported;
  readonly apiOf: (context: Readonly<RouterContextProvider>) => Api;
  readonly columns: readonly SheetColumn<Item>[];
  /** What its address asks for that the list does not know. */
  readonly unknown?: readonly string[] | undefined;
  /** The records that it is about alone; the whole list where it is null or not given. */
  readonly ids?: readonly string[] | null;
  /** All pages of the list. @param connect for each page anew; @param ids as a service's filter has them, null for the whole list */
  readonly pages: (connect: () => Api, ids: string | null) => AsyncGenerator<readonly Item[], void, undefined>;
}

/**
 * A list as a CSV file that is made while it is sent, so that memory does not grow with the list. The audit log notes it before
 * any of it is sent.
 */
export async function downloadSheet<Item extends object>(
  context: Readonly<RouterContextProvider>,
  { name, contents, apiOf, columns, unknown = [], ids = null, pages }: Sheet<Item>,
): Promise<Response> {
  // Never the whole list in place of a choice that cannot be read.
  if (ids?.length === 0) return refuseSheet(400, nothingNamed);
  if (unknown.length > 0) return refuseSheet(400, `${unknown.join(" ")} ${nothingExported}`);
  const { workspace } = agentOf(context);
  const requestSession = context.get(requestSessionContext);
  const all = pages(
    () => {
      // Each page has its own time limit.
      requestSession.restartClock();
      return apiOf(context);
    },
    ids === null ? null : joinIds(ids),
  );
  const onFault = logFaults(context);
  try {
    // Awaited, so that a failure at the start is answered with a sentence.
    const beginning = await firstLines(columns, all);
    requestSession.restartClock();
    await noteExport(context, contents);
    return new Response(byteStream(bytesOf(beginning, columns, all, onFault)), {
      headers: {
        "Content-Type": "text/csv; charset=utf-8; header=present",
        "Content-Disposition": `attachment; filename="${name}-${dayIn(workspace.timeZone ?? "UTC")}.csv"`,
        "Cache-Control": "no-store",
      },
    });
  } catch (error) {
    if (error instanceof ApiError && error.kind === "forbidden") return refuseSheet(403, refused);
    if (error instanceof ApiError && error.kind === "not-offered") return refuseSheet(501, notThere);
    if (error instanceof ApiError && isEndUnknown(error)) return refuseSheet(502, error.message);
    if (error instanceof ApiError) return refuseSheet(503, unanswered);
    onFault(error);
    return refuseSheet(500, broken);
  }
}

const nothingNamed = "Nothing was chosen to export. Go back to the list and choose again.";
const nothingExported = "Nothing was exported. Go back to the list and choose its filters again.";
const refused = "You don't have permission to export this list in this workspace.";
const notThere = "The connected service doesn't have this list.";
const unanswered = "The service isn't responding right now. Go back and try again in a minute.";
const broken = "This file couldn't be created. Go back and try again in a minute.";

/** Instead of a file: a sentence as plain text. */
export function refuseSheet(status: number, sentence: string): Response {
  return new Response(sentence, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}

/** Sample data is in no file. */
const isReal = (item: object) => !("isSample" in item && item.isSample === true);

type Pages<Item> = AsyncGenerator<readonly Item[], void, undefined>;

async function firstLines<Item extends object>(
  columns: readonly SheetColumn<Item>[],
  pages: Pages<Item>,
): Promise<string> {
  const { value } = await pages.next();
  return headLine(columns) + linesOf(columns, (value ?? []).filter(isReal));
}

/** A page that fails breaks the download off, so that the file is not taken for complete. */
async function* bytesOf<Item extends object>(
  beginning: string,
  columns: readonly SheetColumn<Item>[],
  others: Pages<Item>,
  onFault: OnFault,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const encoder = new TextEncoder();
  yield encoder.encode(beginning);
  try {
    for await (const items of others) yield encoder.encode(linesOf(columns, items.filter(isReal)));
  } catch (error) {
    if (!(error instanceof ApiError)) onFault(error);
    throw error;
  }
}

type Exported = "clients" | "packages" | "opportunities" | "activity" | "documents" | "showing";

/**
 * Notes in the audit log that a file leaves the workspace. A service that keeps no such log lets it go all the same.
 * @param name what of it, as in the name of a folder
 * @throws ApiError "forbidden", and when the log cannot be written
 */
export async function noteExport(
  context: Readonly<RouterContextProvider>,
  contents: Exported,
  name = "",
): Promise<void> {
  const api = identityApiOf(context);
  if (!offers(api.service, "exports")) return;
  await api.act(
    "/exports",
    z.optional(z.unknown()),
    { contents, ...(name !== "" && { name: name.slice(0, 200) }) },
    { type: "export", key: randomUUID(), failure: "Failed to note the download" },
  );
}
