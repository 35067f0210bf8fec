import { href } from "react-router";
import { listWaiting } from "../client-answers/client-answers.server.ts";
import { type WaitingAnswer, waitingFor } from "../client-answers/client-answers.ts";
import { clientPath } from "../clients/client-links.ts";
import { type ContactRequest, originOf } from "../contact-requests/contact-request.ts";
import { listWaitingRequests } from "../contact-requests/contact-requests.server.ts";
import type { Api } from "../json-api/api.ts";
import type { Page } from "../json-api/page.ts";
import { allows } from "../json-api/resource.ts";
import { type OnFault, type Settled, settle } from "../json-api/settle.ts";
import { threadPath } from "../messages/message-list.ts";
import { formatDays, labelOfStage } from "../opportunities/deal-labels.ts";
import {
  listDated,
  listExpiring,
  listRequested,
  listSilent,
  listUnanswered,
  type OfferOut,
  type RequestedShowing,
  type SilentOpportunity,
} from "../opportunities/needs-attention.server.ts";
import { opportunityPath } from "../opportunities/opportunity-list.ts";
import { packagePath } from "../packages/package-list.ts";
import { type DuePackage, listDue } from "../packages/packages.server.ts";
import { reviewPath, titleOf } from "../portal-requests/portal-request.ts";
import { listOpen } from "../portal-requests/portal-requests.server.ts";
import { formatDue } from "../tasks/due.ts";
import { taskPath } from "../tasks/task-list.ts";
import { type FoundTask, listTasks } from "../tasks/tasks.server.ts";
import { dayIn, daysSince, formatAhead } from "../ui/date-format.ts";
import { formatMoney } from "../ui/number-format.ts";
import { formatSize } from "../uploads/file-size.ts";
import { listFailed } from "../uploads/files.server.ts";
import type { UnfinishedUpload } from "../uploads/upload-limits.ts";
import {
  type AttentionItem,
  type AttentionList,
  firstNameOf,
  formatClientNames,
  type GroupKey,
  mostOfGroup,
} from "./attention.ts";
import { deadlineItem } from "./deadline-item.ts";

/** The dashboard's panels: each is loaded by a call of its own. All start at once, and none is awaited here. */

type Panel = Promise<Settled<AttentionList>>;

/** What decides how urgent something is. */
export interface Present {
  readonly now: Date;
  /** Of the workspace; a property has its own. */
  readonly timeZone: string;
  /** The current user's own id. */
  readonly me: string;
  /** The path of a picture that the service names; null for none. */
  readonly pictureOf: (source: string | null | undefined) => string | null;
  /** The key of the form that changes a record, by its version. */
  readonly keyOf: (etag: string | null) => string;
}

/** Only the current user's own: the tasks of others are on their dashboards. */
const myOverdue = { whose: null, group: "overdue", page: null } as const;

/** The groups that need attention. @param unfinished the current user's uploads that were interrupted */
export function loadGroups(
  api: Api,
  present: Present,
  unfinished: Promise<readonly UnfinishedUpload[]>,
  onFault: OnFault,
): Readonly<Record<Exclude<GroupKey, "today">, Panel>> {
  const panel = <Item>(
    list: (api: Api) => Promise<Page<Item>>,
    show: (item: Item, present: Present) => AttentionItem,
  ): Panel => settle(api, async (api) => listOf(await list(api), (item) => show(item, present)), onFault);
  return {
    contacts: panel((api) => listWaitingRequests(api, mostOfGroup), contactItem),
    due: panel((api) => listDue(api, mostOfGroup), dueItem),
    tasks: panel((api) => listTasks(api, myOverdue, present.me, mostOfGroup), taskItem),
    expiring: panel((api) => listExpiring(api, mostOfGroup), offerItem),
    requests: panel(
      (api) => listUnanswered(api, mostOfGroup),
      (item) => ({
        ...requestItem(item, present),
        step: { label: "Confirm", href: confirmationPath(item) },
        when: `Waiting ${formatDays(daysSince(item.insertedAt, present.timeZone, present.now))}`,
      }),
    ),
    clients: panel(
      (api) => listOpen(api, mostOfGroup),
      (request) => ({
        id: request.id,
        href: reviewPath(request),
        title: titleOf(request),
        detail: request.clientName,
        when: `Waiting ${formatDays(daysSince(request.insertedAt, present.timeZone, present.now))}`,
        isLate: false,
        face: { name: request.clientName, picture: null },
      }),
    ),
    answers: settle(api, async (api) => answersList(await listWaiting(api), present), onFault),
    deadlines: panel((api) => listDated(api, mostOfGroup), deadlineItem),
    quiet: panel((api) => listSilent(api, mostOfGroup), quietItem),
    uploads: settle(api, (api) => listUploads(api, unfinished), onFault),
  };
}

const mostRequests = 5;

/** The showings that clients have requested, with the property's address and the client's first name. */
export function loadRequests(api: Api, present: Present, onFault: OnFault): Panel {
  const show = (item: RequestedShowing) => {
    // Beside the other panels there is no room for photos.
    const { photo: _photo, ...shown } = requestItem(item, present);
    return { ...shown, detail: firstNameOf(shown.detail), step: { label: "Confirm", href: confirmationPath(item) } };
  };
  return settle(api, async (api) => listOf(await listRequested(api, mostRequests), show), onFault);
}

function listOf<Item>({ items, page }: Page<Item>, show: (item: Item) => AttentionItem): AttentionList {
  return { items: items.map(show), hasMore: page.after !== null };
}

/** "Nov 23, Mon, 5:00 PM PST" by the clock of the place. */
function formatWhen(moment: string, timeZone: string | null, { now, timeZone: ours }: Present): string {
  const { day, time } = formatAhead(moment, timeZone ?? ours, now);
  return `${day}, ${time}`;
}

function confirmationPath({ id, opportunityId }: RequestedShowing): string {
  return href("/opportunities/:opportunityId/showings/:showingId/confirmation", { opportunityId, showingId: id });
}

function contactItem(request: ContactRequest, { now, timeZone }: Present): AttentionItem {
  const { id, clientId, name, insertedAt } = request;
  const days = daysSince(insertedAt, timeZone, now);
  const when = days === 0 ? "Since today" : `Waiting ${formatDays(days)}`;
  const face = { name, picture: null };
  return { id, href: clientPath(clientId), title: name, detail: originOf(request), when, isLate: false, face };
}

function dueItem({ id, street, timeZone, offerDueAt, clients, photoUrl }: DuePackage, present: Present): AttentionItem {
  const detail = formatClientNames(clients?.map(({ name }) => name) ?? []);
  const when = `Due ${formatWhen(offerDueAt, timeZone, present)}`;
  return { id, href: packagePath(id), title: street, detail, when, isLate: false, photo: present.pictureOf(photoUrl) };
}

/** A task of one's own, which is completed from here. */
export function taskItem(task: FoundTask, { now, timeZone, keyOf }: Present): AttentionItem {
  const { id, title, dueOn, about, etag } = task;
  const day =
    dueOn === null
      ? "someday"
      : formatDue(dueOn, dayIn(timeZone, now)).replace(/^(?:Today|Yesterday)$/, (word) => word.toLowerCase());
  return {
    id,
    href: taskPath(id),
    title,
    detail: about?.name ?? "",
    when: `Due ${day}`,
    isLate: dueOn !== null && dueOn < dayIn(timeZone, now),
    face: { name: about?.name ?? title, picture: null },
    ...(allows(task, "complete") && { completion: keyOf(etag) }),
  };
}

const unknown = { client: "Unknown client", property: "Unknown property" };

function offerItem({ id, price, expiresAt, opportunityId, ...pair }: OfferOut, present: Present): AttentionItem {
  const isLate = Date.parse(expiresAt) < present.now.getTime();
  const moment = formatWhen(expiresAt, pair.package?.timeZone ?? null, present);
  return {
    id,
    href: opportunityPath(opportunityId),
    title: pair.package?.street ?? unknown.property,
    detail: `${pair.client?.name ?? unknown.client}, ${formatMoney(price.currency, price.amount)}`,
    when: isLate ? `Expired ${moment}` : `Expires ${moment}`,
    isLate,
    photo: present.pictureOf(pair.package?.photoUrl),
    step: { label: "Record answer", href: href("/opportunities/:opportunityId/stage", { opportunityId }) },
  };
}

function requestItem({ id, startsAt, opportunityId, ...pair }: RequestedShowing, present: Present): AttentionItem {
  const moment = formatWhen(startsAt, pair.package?.timeZone ?? null, present);
  return {
    id,
    href: opportunityPath(opportunityId),
    title: pair.package?.street ?? unknown.property,
    detail: pair.client?.name ?? unknown.client,
    when: `For ${moment}`,
    isLate: Date.parse(startsAt) < present.now.getTime(),
    photo: present.pictureOf(pair.package?.photoUrl),
  };
}

function answersList(waiting: readonly WaitingAnswer[], { now, timeZone }: Present): AttentionList {
  const items = waiting.slice(0, mostOfGroup).map((answer) => ({
    id: answer.id,
    href: opportunityPath(answer.opportunityId),
    title: answer.property,
    detail: waitingFor(answer),
    when: `Waiting ${formatDays(daysSince(answer.insertedAt, timeZone, now))}`,
    isLate: answer.choice === "not_interested",
    face: { name: answer.name, picture: null },
  }));
  return { items, hasMore: waiting.length > mostOfGroup };
}

function quietItem(
  { id, stage, updatedAt, ...pair }: SilentOpportunity,
  { now, timeZone, pictureOf }: Present,
): AttentionItem {
  const { client } = pair;
  return {
    id,
    href: opportunityPath(id),
    title: pair.package?.street ?? unknown.property,
    detail: `${pair.client?.name ?? unknown.client}, ${labelOfStage(stage)}`,
    when: `Quiet for ${formatDays(daysSince(updatedAt, timeZone, now))}`,
    isLate: false,
    face: { name: client?.name ?? unknown.client, picture: pictureOf(client?.profileImageUrl) },
    ...(client && { step: { label: "Write", href: threadPath(client.id) } }),
  };
}

const uploadPath = href("/documents/uploads/new");

/** Failed uploads, and interrupted ones that can be resumed. */
async function listUploads(api: Api, unfinished: Promise<readonly UnfinishedUpload[]>): Promise<AttentionList> {
  const [failed, cutOff] = await Promise.all([listFailed(api, mostOfGroup), unfinished]);
  const waiting = [
    ...cutOff.map(({ id, name, size, arrived }) => ({
      ...{ id, href: uploadPath, title: name, detail: "Choose the file again to resume", isLate: false },
      when: `${formatSize(arrived)} of ${formatSize(size)} uploaded`,
    })),
    ...failed.items.map(({ id, name, size }) => ({
      ...{ id, href: uploadPath, title: name, detail: "Upload it again", isLate: true },
      when: `${formatSize(size)} not uploaded`,
    })),
  ];
  return { items: waiting.slice(0, mostOfGroup), hasMore: waiting.length > mostOfGroup || failed.page.after !== null };
}

/** Whether no group has anything in it. The promise never rejects. */
export async function isClear(groups: Readonly<Record<GroupKey, Panel>>): Promise<boolean> {
  const settled = await Promise.all(Object.values(groups));
  return settled.every((group) => group.ok && group.data.items.length === 0);
}
