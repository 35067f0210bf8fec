/** Makes the summaries that are queued, each once. */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { JobQueue } from "../../jobs/jobs.ts";
import type { Queries } from "../engine/queries.ts";
import { nextVersion } from "../engine/writing.ts";
import {
  type GenerationParts,
  generateFromText,
  isFailure,
  type TextGenerator,
} from "../language-model/text-generation.ts";
import { notifyOfOutcome } from "../notifications/outcome.ts";
import { documentSummaries } from "../tables.ts";
import type { Failure } from "../texts/text-failures.ts";
import { modelPoints } from "./model-points.ts";
import { uncountSummary } from "./month-limit.ts";
import { type Point, point } from "./point.ts";

/** Its key is the summary's id. A provider takes its time, so that several are under way together. */
export const summaryQueue: JobQueue = {
  name: "document_summary",
  concurrency: 2,
  pollSeconds: 2,
  expireSeconds: 300,
  retries: 5,
  retrySeconds: 5,
};

export interface SummaryParts extends GenerationParts {
  readonly database: Queries;
}

interface Summary {
  readonly method: "extract" | "model";
  readonly points: readonly Point[];
  readonly pageCount: number;
  readonly pagesRead: number;
}

const noSentences: Failure = { sentence: "This file has no complete sentences to choose from.", isFinal: true };
const abandoned: Failure = { sentence: "The summary couldn't be created.", isFinal: false };

const textGenerator: TextGenerator<Summary> = {
  async byRules({ pages, pageCount, work }) {
    const points = z.array(point).parse(await work({ worker: "../summaries/key-sentences-worker", input: pages }));
    return points.length === 0 ? noSentences : { method: "extract", points, pageCount, pagesRead: pages.length };
  },
  async byModel(model, { pages, pageCount, signal }) {
    return { method: "model", pageCount, ...(await modelPoints(model, pages, signal)) };
  },
};

/** Makes a summary, if it is still queued. @throws the signal's reason; it is made anew then */
export async function makeSummary(parts: SummaryParts, id: string, signal: AbortSignal): Promise<void> {
  const { database } = parts;
  const [row] = await database.select({ fileId: documentSummaries.fileId }).from(documentSummaries).where(isQueued(id));
  if (!row) return;
  const made = await generateFromText(parts, { fileId: row.fileId, recordId: id }, textGenerator, signal);
  await database.transaction((transaction) =>
    isFailure(made) ? fail(transaction, id, made) : finish(transaction, id, made),
  );
}

function isQueued(id: string): SQL {
  return sql`${documentSummaries.id} = ${id} and ${documentSummaries.state} = 'queued'`;
}

/** Written only while the summary is queued: where two servers made it, the first one counts. */
async function finish(transaction: Queries, id: string, summary: Summary): Promise<void> {
  const { rowCount } = await transaction
    .update(documentSummaries)
    .set({ ...summary, state: "ready", failure: null, ...ended })
    .where(isQueued(id));
  if (rowCount === 1) await notifyOfOutcome(transaction, "summary_ready", id);
}

/** A summary that came to nothing does not count, unless it took as much as one may. */
async function fail(
  transaction: Queries,
  id: string,
  { sentence, isFinal, isCounted = false }: Failure,
): Promise<void> {
  const [failed] = await transaction
    .update(documentSummaries)
    .set({ state: "failed", failure: sentence, isFinal, ...ended })
    .where(isQueued(id))
    .returning({ workspaceId: documentSummaries.workspaceId, month: documentSummaries.month });
  if (failed && !isCounted) await uncountSummary(transaction, failed.workspaceId, failed.month);
  if (failed) await notifyOfOutcome(transaction, "summary_failed", id);
}

const ended = { finishedAt: sql`now()`, ...nextVersion(documentSummaries) };

/** Fails summaries that have been queued for hours: their job failed repeatedly, or was lost with an older database. */
export async function failStaleSummaries(database: Queries, now: Date): Promise<void> {
  const isStale = sql`${documentSummaries.state} = 'queued'
    and ${documentSummaries.requestedAt} < ${now.toISOString()}::timestamptz - interval '2 hours'`;
  const rows = await database.select({ id: documentSummaries.id }).from(documentSummaries).where(isStale);
  for (const { id } of rows) await database.transaction((transaction) => fail(transaction, id, abandoned));
}
