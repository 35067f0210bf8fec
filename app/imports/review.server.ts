import type { RouterContextProvider } from "react-router";
import type * as z from "zod/mini";
import { FormRefusal, startForm, submitForm } from "../forms/forms.server.ts";
import { allows } from "../json-api/resource.ts";
import { encodingName } from "../spreadsheets/encodings.server.ts";
import type { ImportChange, ImportProblem } from "./import-attributes.ts";
import type { Importing } from "./import-calls.server.ts";
import { sayValue } from "./import-details.ts";
import type { ImportPlace } from "./import-page.tsx";
import { completionForm } from "./review-page.tsx";

type Context = Readonly<RouterContextProvider>;

const mostShown = 50;

interface Found<Double> {
  readonly id: string;
  readonly fileName: string;
  readonly state: string;
  readonly ready: number;
  readonly imported: number;
  readonly waiting: number | null;
  readonly problems: readonly ImportProblem[];
  readonly remarks: readonly ImportProblem[] | null;
  readonly rest: number | null;
  readonly changes: readonly ImportChange[] | null;
  readonly doubles: readonly Double[];
  readonly encoding: string | null;
  readonly ignoredColumns: readonly string[] | null;
  readonly keepsFile: boolean | null;
  readonly can: string[] | null;
  readonly etag: string | null;
}
type AnyDouble = { readonly row: number; readonly name: string; readonly sameAsRow: number | null };

/** What the review of an import shows. @param hrefOf the page of the record that a row is a double of */
export async function loadReview<Double extends AnyDouble, First>(
  context: Context,
  place: ImportPlace,
  found: Found<Double>,
  first: readonly First[],
  hrefOf: (double: Double) => string | null,
) {
  const { id, fileName, state, ready, imported, waiting, problems, remarks, doubles, encoding, ignoredColumns } = found;
  const isOpen = state === "checked";
  const twice = doubles.filter(({ sameAsRow }) => sameAsRow !== null);
  const there = doubles.filter(({ sameAsRow }) => sameAsRow === null);
  const changes = (found.changes ?? []).map(({ row, name, state, fields }) => ({
    row,
    name,
    state,
    href:
      there.map((double) => (double.row === row ? hrefOf(double) : null)).find((address) => address !== null) ?? null,
    lines: fields.map(({ label, before, after }) => `${label} ${sayValue(before)} → ${sayValue(after)}`),
  }));
  return {
    fileName,
    progress: progressOf(state, place.importPath(id), {
      all: state === "undoing" ? imported : ready,
      waiting: waiting ?? 0,
    }),
    rows: {
      isOpen,
      first: { shown: first, total: isOpen ? ready : imported },
      problems: firstOf(problems),
      remarks: firstOf(remarks ?? []),
      twice: firstOf(twice),
      changes: { shown: changes, total: changes.length },
      there: firstOf(there.map((double) => ({ row: double.row, name: double.name, href: hrefOf(double) }))),
    },
    ignoredColumns: isOpen ? (ignoredColumns ?? []) : [],
    encoding: isOpen && allows(found, "update") && encoding !== null ? encodingName(encoding) : null,
    columnsHref: found.keepsFile === true ? place.columnsPath(id) : null,
    canComplete: isOpen && allows(found, "complete") && (ready > 0 || changes.length > 0),
    canLeaveOut: isOpen && allows(found, "complete") && (found.rest ?? 0) > 0,
    start: await startForm(context, { etag: found.etag }),
  };
}

/**
 * Imports the rows that were reviewed.
 * @param find finds the import for whoever may change it
 * @param say what is said then; of null where the service does not say how many records there are
 */
export function completeImport(
  request: Request,
  context: Context,
  { calls, place }: Importing,
  find: () => Promise<Pick<Found<never>, "id" | "state" | "ready" | "changes">>,
  say: (imported: number | null) => string,
) {
  return submitForm({ request, context, ofRecord: true }, completionForm, async ({ api, value, key, etag }) => {
    const { id, state, ready, changes } = await find();
    const location = place.importPath(id);
    if (state !== "checked") return { location, toast: "This file was imported already." };
    const chosen = chosenOf(value, changes);
    if (ready === 0 && !chosen.leavesOut && chosen.changedRows.length === 0)
      throw new FormRefusal({ text: "Nothing was imported: choose at least one change." });
    const done = await calls.complete(api, id, chosen, { key, etag });
    // A job's page says how far it is.
    if (done?.state === "running") return { location };
    // The page says of each change whether it was made.
    const toast = done?.imported === 0 ? "Import finished." : say(done === null ? null : done.imported);
    return { location, toast };
  });
}

/** What the form says of rows about records that are there already. */
function chosenOf(
  { leavesOut, change, allChanges }: z.output<typeof completionForm>,
  changes: Found<never>["changes"],
) {
  const offered = (changes ?? []).map(({ row }) => row);
  return { leavesOut, changedRows: offered.filter((row) => allChanges || change.includes(String(row))) };
}

/** Of a job; null where none is under way. */
function progressOf(state: string, here: string, { all, waiting }: { all: number; waiting: number }) {
  if (state !== "running" && state !== "undoing") return null;
  return { title: state === "running" ? "Importing" : "Undoing", done: all - waiting, all, here };
}

function firstOf<Item>(items: readonly Item[]) {
  return { shown: items.slice(0, mostShown), total: items.length };
}
