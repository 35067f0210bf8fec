import { join } from "node:path";
import { Hono } from "hono";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { FormerScripts } from "./releases/releases.ts";
import { logAccess } from "./web/access-log.ts";
import { AnswerWatch, watchAnswers } from "./web/answer-watch.ts";
import { compressAnswers } from "./web/compression.ts";
import { readDictionaries, serveDictionaries } from "./web/dictionaries.ts";
import { type EventStreams, noteEventStreams } from "./web/event-streams.ts";
import type { TakesFiles } from "./web/file-routes.ts";
import { answerHealth } from "./web/health.ts";
import type { WebContext, WebTypes } from "./web/layer.ts";
import { limitLengths } from "./web/length-limits.ts";
import { refuseMalformedPaths } from "./web/malformed-paths.ts";
import { answerMetrics, countRequests } from "./web/metrics-page.ts";
import { openAhead } from "./web/opened-ahead.ts";
import { checkOrigin } from "./web/origin-check.ts";
import { sharePages } from "./web/page-places.ts";
import { limitRates } from "./web/rate-limits.ts";
import { refuse, sayWhenToRetry } from "./web/refusal.ts";
import { noteRequests, type RequestsUnderWay } from "./web/requests-under-way.ts";
import { secureAnswers } from "./web/security-headers.ts";
import { serveStatic } from "./web/static-files.ts";
import { limitTimes } from "./web/time-limits.ts";
import { limitUploads } from "./web/upload-places.ts";
import { answerWorker } from "./web/worker-answers.ts";

export interface WebOptions {
  readonly log: Log;
  readonly publicOrigin: string;
  readonly secure: boolean;
  readonly development: boolean;
  readonly addressLimits: boolean;
  readonly clientDir: string;
  readonly formerScripts?: FormerScripts;
  /** Empty when requests can be answered. Settles within seconds. */
  readonly obstacles: () => Promise<readonly string[]>;
  /** Whether a new process could answer. Settles within seconds. */
  readonly restartHelps: () => Promise<boolean>;
  readonly clock?: () => number;
  readonly requests?: RequestsUnderWay | undefined;
  readonly streams?: EventStreams | undefined;
  readonly metrics?: { readonly metrics: Metrics; readonly token: string } | undefined;
  readonly takesFiles: TakesFiles;
  readonly app: (context: WebContext) => Promise<Response>;
}

/** The HTTP layers, outermost first. */
export function createWeb(options: WebOptions): Hono<WebTypes> {
  const web = new Hono<WebTypes>();
  // They belong to the build.
  const dictionaries = readDictionaries(join(options.clientDir, "..", "dictionaries"));
  const watch = new AnswerWatch(options.clock);
  const stuck = async (): Promise<boolean> => watch.isSilent && (await options.restartHelps());
  web.use(logAccess(options.log));
  if (options.metrics) web.use(countRequests(options.metrics.metrics));
  if (options.requests) web.use(noteRequests(options.requests));
  web.use(secureAnswers(options));
  web.use(answerWorker());
  web.use(sayWhenToRetry());
  web.use(limitLengths(options.takesFiles));
  web.use(refuseMalformedPaths());
  web.use(watchAnswers(watch));
  web.use(limitTimes(options.takesFiles));
  if (options.streams) web.use(noteEventStreams(options.streams));
  web.use(answerHealth({ obstacles: options.obstacles, stuck }));
  web.use(checkOrigin(options.publicOrigin));
  if (options.addressLimits) web.use(limitRates());
  if (options.metrics) web.use(answerMetrics(options.metrics));
  web.use(openAhead());
  web.use(limitUploads(options.secure, options.takesFiles));
  web.use(serveStatic(options.clientDir, options.formerScripts));
  web.use(serveDictionaries(dictionaries));
  web.use(sharePages(options.secure));
  web.use(compressAnswers(dictionaries));
  web.all("*", (context) => {
    context.set("hasReachedApp", true);
    return options.app(context);
  });
  web.onError((error, context) => {
    context.get("log").error({ err: error }, "A request failed");
    return refuse(context, 500, "Something went wrong here. Nothing more is known yet; try again in a minute.");
  });
  return web;
}
