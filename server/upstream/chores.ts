import type { Jobs } from "../jobs/jobs.ts";
import type { Log } from "../log.ts";
import { sweepMerges } from "./client-merges/merging.ts";
import { sweepTrash } from "./documents/trash.ts";
import { sweepKeys } from "./engine/idempotency.ts";
import { type Queries, refreshStatistics } from "./engine/queries.ts";
import { sweepExports } from "./exports/making.ts";
import { sweepObjects, sweepUnusedFiles } from "./files/sweep.ts";
import { purgeWorkspaces, sweepIdentity } from "./identity/sweep.ts";
import { failStaleReports } from "./inspections/report-analysis.ts";
import { enqueueDigests } from "./mailing/digest.ts";
import { type MailingParts, mailNews } from "./mailing/mailing.ts";
import { mailMessages } from "./mailing/message-mails.ts";
import { sweepMessageEvents } from "./messages/event-routes.ts";
import { notifyOfDueOffers } from "./notifications/due.ts";
import { sweepRetained } from "./person-data/deletion.ts";
import { sweepPictures } from "./pictures/pictures.ts";
import { resealPushKeys } from "./pushes/push-keys.ts";
import type { PushPost } from "./pushes/push-post.ts";
import { sendPushes, sweepPushSubscriptions } from "./pushes/pushing.ts";
import { requeueStaleMails } from "./replies/mailbox.ts";
import { resealSecrets } from "./second-step/second-step.ts";
import { sweepViewings } from "./shares/live-link.ts";
import type { ObjectStore } from "./storage/object-store.ts";
import { failStaleSummaries } from "./summaries/summarizing.ts";
import { requeueStaleTexts } from "./texts/text-queue.ts";
import { sweepTrashedRecords } from "./trash/trashing.ts";

const sweepEveryMs = 3_600_000;
const analyzeEveryMs = 60_000;
const digestEveryMs = 60_000;
const dueEveryMs = 60_000;
const mailEveryMs = 30_000;
const pushEveryMs = 1_000;

interface ChoreParts extends Omit<MailingParts, "now"> {
  readonly objects: ObjectStore;
  readonly jobs: Jobs;
  readonly post: PushPost;
  readonly log: Log;
  readonly clock: () => Date;
}

/** Starts the recurring work of the service. @returns stops it */
export function startChores(parts: ChoreParts): () => void {
  const { database, objects, vault, jobs, log, clock } = parts;
  const chores = [
    every(
      sweepEveryMs,
      () =>
        Promise.all([
          sweepKeys(database),
          sweepIdentity(database, clock()),
          resealSecrets(database, vault),
          resealPushKeys(database, vault),
          sweepPushSubscriptions(database, clock()),
          sweepViewings(database, clock()),
          sweepPictures(database, clock()),
          sweepMessageEvents(database, clock()),
          sweepMerges(database, clock()),
          sweepTrashedRecords(database, clock()),
          sweepRetained(database, clock()),
        ]),
      log,
    ),
    every(sweepEveryMs, () => sweepDocuments(database, objects, clock()), log),
    every(sweepEveryMs, () => sweepExports({ database, store: objects, clock }), log),
    every(sweepEveryMs, () => requeueStaleTexts(database, (queue, key) => jobs.send(queue, key, database)), log),
    every(sweepEveryMs, () => requeueStaleMails(database, (queue, key) => jobs.send(queue, key, database)), log),
    every(sweepEveryMs, () => failStaleSummaries(database, clock()), log),
    every(sweepEveryMs, () => failStaleReports(database, clock()), log),
    every(digestEveryMs, () => enqueueDigests(database, clock(), (queue, key) => jobs.send(queue, key, database)), log),
    every(dueEveryMs, () => notifyOfDueOffers(database, clock()), log),
    every(mailEveryMs, () => mailNews({ ...parts, now: clock() }), log),
    every(mailEveryMs, () => mailMessages({ ...parts, now: clock() }), log),
    every(pushEveryMs, () => sendPushes({ ...parts, now: clock() }), log),
    every(analyzeEveryMs, () => refreshStatistics(database), log),
  ];
  return () => {
    for (const chore of chores) clearInterval(chore);
  };
}

/** Rows first, then the bytes that no row refers to. */
async function sweepDocuments(database: Queries, objects: ObjectStore, now: Date): Promise<void> {
  await purgeWorkspaces(database, objects, now);
  await sweepTrash(database, now);
  await sweepUnusedFiles(database, now);
  await sweepObjects(database, objects, now);
}

/** Repeats a chore; a failure is logged. */
function every(milliseconds: number, chore: () => Promise<unknown>, log: Log): NodeJS.Timeout {
  const once = () => chore().catch((error: unknown) => log.warn({ err: error }, "A chore of the upstream failed"));
  return setInterval(once, milliseconds).unref();
}
