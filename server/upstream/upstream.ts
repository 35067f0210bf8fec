import type { Jobs } from "../jobs/jobs.ts";
import type { Log } from "../log.ts";
import type { Mailer } from "../mail/mailer.ts";
import { createVault } from "../vault.ts";
import { activityRoutes, exportRoute } from "./activities/activity.ts";
import { answerRoutes } from "./answers/answer-routes.ts";
import { assignmentRoutes, holdingsRoute } from "./assignments/assignment-routes.ts";
import { memberRemovalRoutes, passOn } from "./assignments/member-removal-routes.ts";
import { memberShareRoutes } from "./assignments/member-share-routes.ts";
import { batchRoutes } from "./batches/batch-routes.ts";
import { batchQueue, runBatch } from "./batches/running.ts";
import { billingRoutes } from "./billing/plan-requests.ts";
import { calendarAddressRoutes } from "./calendar/calendar-address-routes.ts";
import { calendarRoute } from "./calendar/calendar-routes.ts";
import { callRoutes } from "./calls/call-routes.ts";
import { startChores } from "./chores.ts";
import { clientMergeRoutes } from "./client-merges/client-merge-routes.ts";
import { buyerProfileRoutes } from "./clients/buyer-profile.ts";
import { clientImporting } from "./clients/client-import-routes.ts";
import { clientPersonRoutes } from "./clients/client-person-routes.ts";
import { clientRoutes, duplicatesRoute } from "./clients/client-routes.ts";
import { emailKeyOf } from "./clients/search-keys.ts";
import { confirmationRoutes } from "./contact-requests/confirmation-routes.ts";
import { contactRequestRoutes } from "./contact-requests/contact-request.ts";
import { fileRequest, filingQueue } from "./contact-requests/filing.ts";
import { heldRequestRoutes } from "./contact-requests/held-request.ts";
import { publicRequestRoute } from "./contact-requests/public-routes.ts";
import { costEstimateRoutes } from "./costs/cost-estimate.ts";
import { costTemplateRoutes } from "./costs/cost-template.ts";
import { currentSessionRoute } from "./current-session/current-session.ts";
import { dashboardRoute, stepDismissalRoute } from "./dashboard/dashboard-route.ts";
import { seedDemo } from "./demo/demo.ts";
import { documentRoutes } from "./documents/document-routes.ts";
import { folderRoutes } from "./documents/folder-routes.ts";
import { createThumbnails, thumbnailRoute } from "./documents/thumbnails.ts";
import type { Route } from "./engine/action.ts";
import { onEvent } from "./engine/history.ts";
import { openApiRoute } from "./engine/open-api.ts";
import { createPreparedReads, type ServiceDatabase } from "./engine/queries.ts";
import { createService } from "./engine/service.ts";
import { exportRoutes } from "./exports/export-routes.ts";
import { exportQueue, makeExport, sweepExports } from "./exports/making.ts";
import { fileRoutes } from "./files/file-routes.ts";
import { createCurrentUserResolver } from "./identity/current-user.ts";
import { holdMembership } from "./identity/memberships.ts";
import type { LimitTries, RegistrationMode } from "./identity/parts.ts";
import { createPasswordHasher } from "./identity/password-hasher.ts";
import { identityRoutes } from "./identity/routes.ts";
import { onNewWorkspace } from "./identity/workspaces.ts";
import { importQueue, runImport } from "./imports/running.ts";
import { inspectionRoutes } from "./inspections/finding-routes.ts";
import { analyzeReport, reportQueue } from "./inspections/report-analysis.ts";
import { landingRoutes } from "./landing/landing-routes.ts";
import { portalSettingsRoutes } from "./landing/portal-settings.ts";
import type { LanguageModel } from "./language-model/language-model.ts";
import { bounceRoutes, deliveryRoutes } from "./mailing/delivery-routes.ts";
import { digestQueue, sendDigests } from "./mailing/digest.ts";
import { fitRoutes } from "./matching/fits.ts";
import { EventWaiting, messageEventRoute } from "./messages/event-routes.ts";
import { staffMessageRoutes } from "./messages/message-routes.ts";
import { portalMessageRoutes } from "./messages/portal-thread.ts";
import { markBounced } from "./notifications/bounces.ts";
import { mentionRoute } from "./notifications/mentions.ts";
import { mailChoiceRoutes, notificationRoutes } from "./notifications/notification.ts";
import { notifyOfEvent } from "./notifications/notify.ts";
import { openIdRoutes } from "./openid/openid-routes.ts";
import { opportunityRoutes } from "./opportunities/opportunity-routes.ts";
import { comparableRoutes } from "./packages/comparable-routes.ts";
import { packageImporting } from "./packages/package-import-routes.ts";
import { packagePhotoRoutes } from "./packages/package-photo-routes.ts";
import { packageRoutes } from "./packages/package-routes.ts";
import { copyRoutes } from "./person-data/copy.ts";
import { deletionRoutes } from "./person-data/deletion-routes.ts";
import { pictureCreationRoute, pictureRoute, publicPhotoRoute } from "./pictures/pictures.ts";
import { portalRoutes } from "./portal/portal-routes.ts";
import type { LocalPushHosts } from "./pushes/push-endpoint.ts";
import { keepPushKeys, openPushKeys } from "./pushes/push-keys.ts";
import { createPushPost } from "./pushes/push-post.ts";
import { pushSubscriptionRoutes } from "./pushes/push-subscription.ts";
import type { Mailbox } from "./replies/mailbox.ts";
import { openReplies, type ReplySettings } from "./replies/replies.ts";
import { insertStarterTemplates, sampleRoutes } from "./samples/sample-routes.ts";
import { savedViewRoutes } from "./saved-views/saved-view.ts";
import { searchRoute } from "./search/search-route.ts";
import { secondStepRoutes } from "./second-step/routes.ts";
import { shareRoutes } from "./shares/share-routes.ts";
import type { ObjectStore } from "./storage/object-store.ts";
import { summaryRoutes } from "./summaries/document-summary.ts";
import { makeSummary, summaryQueue } from "./summaries/summarizing.ts";
import { taskRoutes } from "./tasks/task-routes.ts";
import { taskTemplateRoutes } from "./tasks/task-template.ts";
import { createFileTexts } from "./texts/file-text.ts";
import { textQueue } from "./texts/text-queue.ts";
import { trashRoutes } from "./trash/trashing.ts";
import { usedWordsRoute } from "./used-words/used-words-route.ts";

export interface UpstreamParts {
  readonly database: ServiceDatabase;
  readonly log: Log;
  readonly mailer: Mailer;
  readonly jobs: Jobs;
  readonly secrets: readonly string[];
  readonly publicOrigin: string;
  readonly objects: ObjectStore;
  /** Null: summaries are made by rules. */
  readonly model: LanguageModel | null;
  readonly registration: RegistrationMode;
  /** The API's id of the first workspace. */
  readonly apiWorkspaceId?: string | null;
  /** Unset: mails have no Reply-To. */
  readonly replies?: ReplySettings | null;
  /** Push services that need not be on the public internet. */
  readonly localPushHosts?: LocalPushHosts;
  /** Where push services tell of trouble, as in "mailto:support@example.com". */
  readonly pushContact?: string;
  readonly demo: boolean;
  readonly largeDemo?: boolean;
  readonly clock?: () => Date;
  /** Unset: the caller counts tries, as the app does. */
  readonly limitTries?: LimitTries;
}

export interface Upstream {
  /** Answers a request below `/api`; never rejects. */
  fetch(request: Request): Promise<Response>;
  /** Null where mails have no Reply-To. */
  readonly mailbox: Mailbox | null;
  /** Stops recurring work; requests are still answered. */
  close(): void;
}

/** The database has to be migrated. */
export async function createUpstream(parts: UpstreamParts): Promise<Upstream> {
  const { database, log, mailer, jobs, secrets, objects, model, publicOrigin, clock = () => new Date() } = parts;
  const { orm } = database;
  const reads = createPreparedReads(database);
  onEvent(notifyOfEvent);
  onNewWorkspace(insertStarterTemplates);
  const vault = createVault(secrets);
  const hasher = createPasswordHasher();
  const { demo, largeDemo: isLarge = false, registration, apiWorkspaceId = null } = parts;
  if (demo) await seedDemo(orm, { hasher, objects, now: clock(), isLarge, log });
  const texts = createFileTexts(orm, objects);
  mailer.onBounce((transaction, to, reason) => markBounced(transaction, emailKeyOf(to), reason));
  await jobs.work(textQueue, async ({ key, signal }) => void (await texts.read(key, signal)));
  const making = { database: orm, texts, model, log };
  await jobs.work(summaryQueue, ({ key, signal }) => makeSummary(making, key, signal));
  await jobs.work(reportQueue, ({ key, signal }) => analyzeReport(making, key, signal));
  await jobs.work(filingQueue, ({ key }) => fileRequest(orm, key));
  const { limitTries = null, replies: settings = null } = parts;
  const replies = await openReplies({ ...parts, database: orm, store: objects, clock, settings });
  const mailing = { database: orm, mailer, vault, publicOrigin, addresses: replies.addresses };
  await jobs.work(digestQueue, ({ key }) => sendDigests({ ...mailing, now: clock() }, key));
  const exporting = { database: orm, store: objects, clock, log };
  await jobs.work(exportQueue, async ({ key, signal }) => {
    await makeExport(exporting, key, signal);
    await sweepExports(exporting);
  });
  await jobs.work(batchQueue, ({ key, signal }) => runBatch({ database: orm, jobs, clock }, key, signal));
  const importing = [clientImporting.steps, packageImporting.steps];
  await jobs.work(importQueue, ({ key, signal }) => runImport({ database: orm, jobs, clock }, importing, key, signal));
  const { localPushHosts: localHosts = [], pushContact: contact = publicOrigin } = parts;
  const keys = keepPushKeys(() => openPushKeys(orm, vault));
  const post = createPushPost({ keys, contact, localHosts });
  const identity = { mailer, hasher, vault, publicOrigin, registration, apiWorkspaceId, limitTries };
  const thumbnails = createThumbnails({ database: orm, objects, log });
  const waiting = new EventWaiting(orm, log, clock);
  const routes: readonly Route[] = [
    ...identityRoutes(identity, passOn),
    currentSessionRoute(registration),
    ...secondStepRoutes(identity),
    ...openIdRoutes(identity),
    ...memberRemovalRoutes(identity),
    ...billingRoutes,
    ...exportRoutes(objects),
    ...clientRoutes,
    ...clientImporting.routes,
    duplicatesRoute,
    ...clientPersonRoutes,
    ...clientMergeRoutes,
    ...trashRoutes,
    ...buyerProfileRoutes,
    ...packageRoutes,
    ...packageImporting.routes,
    ...packagePhotoRoutes,
    ...comparableRoutes,
    ...fitRoutes,
    usedWordsRoute,
    ...opportunityRoutes,
    ...callRoutes,
    ...answerRoutes,
    ...fileRoutes(objects),
    ...folderRoutes,
    ...documentRoutes,
    thumbnailRoute(thumbnails),
    ...summaryRoutes,
    ...inspectionRoutes,
    ...costEstimateRoutes,
    ...costTemplateRoutes,
    ...shareRoutes({ hasher, mailer, objects, thumbnails, publicOrigin, vault }),
    ...portalRoutes(identity, objects, thumbnails),
    ...copyRoutes(objects),
    ...deletionRoutes(identity, objects),
    ...landingRoutes,
    publicRequestRoute(identity),
    ...confirmationRoutes,
    ...contactRequestRoutes(identity),
    ...heldRequestRoutes,
    ...portalSettingsRoutes,
    ...replies.routes,
    messageEventRoute(waiting),
    ...taskRoutes,
    ...assignmentRoutes,
    holdingsRoute,
    ...memberShareRoutes,
    ...batchRoutes,
    ...taskTemplateRoutes,
    ...savedViewRoutes,
    ...staffMessageRoutes,
    ...portalMessageRoutes,
    calendarRoute,
    ...calendarAddressRoutes,
    dashboardRoute,
    stepDismissalRoute,
    ...sampleRoutes,
    searchRoute,
    ...activityRoutes,
    exportRoute,
    ...notificationRoutes,
    mentionRoute,
    ...mailChoiceRoutes(vault),
    ...pushSubscriptionRoutes({ keys, localHosts }),
    ...deliveryRoutes(mailer),
    ...bounceRoutes,
    pictureRoute,
    publicPhotoRoute,
    pictureCreationRoute(objects),
  ];
  const service = createService({
    database: orm,
    reads,
    jobs,
    log,
    vault,
    resolveCurrentUser: createCurrentUserResolver(reads, clock),
    onWrite: async (transaction, member) => (await holdMembership(transaction, member)) !== null,
    routes: [...routes, openApiRoute(routes)],
    clock,
  });
  const { receiver } = objects;
  const endChores = startChores({ ...mailing, objects, vault, jobs, post, log, clock });
  return {
    mailbox: replies.mailbox,
    async fetch(request) {
      // Posts to the store carry their own signature, and bytes.
      const isPost = receiver !== null && new URL(request.url).pathname.startsWith(receiver.path);
      return isPost ? receiver.fetch(request) : service.fetch(request);
    },
    close() {
      endChores();
      waiting.close();
      void post.close();
    },
  };
}
