import type { Api } from "../json-api/api.ts";
import type { Page } from "../json-api/page.ts";
import { type OnFault, type Settled, settle } from "../json-api/settle.ts";
import { formatDays, labelOfStage } from "../opportunities/deal-labels.ts";
import {
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
import { formatDue } from "../tasks/due.ts";
import { taskPath } from "../tasks/task-list.ts";
import { type FoundTask, listTasks } from "../tasks/tasks.server.ts";
import { dayIn, daysSince, formatAhead } from "../ui/date-format.ts";
import { formatMoney } from "../ui/number-format.ts";
import { formatSize } from "../uploads/file-size.ts";
import { listFailed } from "../uploads/files.server.ts";
import type { UnfinishedUpload } from "../uploads/upload-limits.ts";
import { firstNameOf, type GroupKey, mostOfGroup, sayClients, type Waiting, type WaitingList } from "./attention.ts";

/** What the dashboard asks for: each panel by a call of its own, all of them begun at once, none of them awaited here. */

type Panel = Promise<Settled<WaitingList>>;

/** What has to be known of the moment to say how urgent something is. */
export interface Present {
  readonly now: Date;
  /** The workspace's; a property has its own. */
  readonly timeZone: string;
  /** The current user's own id. */
  readonly me: string;
}

/** Whose day is over: what others have not done is on their dashboards. */
const myOverdue = { whose: null, group: "overdue", page: null } as const;

/** The groups of what waits. @param unfinished uploads of the current user's that lie here half done */
export function openGroups(
  api: Api,
  present: Present,
  unfinished: Promise<readonly UnfinishedUpload[]>,
  onFault: OnFault,
): Readonly<Record<GroupKey, Panel>> {
  const panel = <Item>(listed: Promise<Page<Item>>, show: (item: Item, present: Present) => Waiting): Panel =>
    settle(
      listed.then(({ items, page }) => listOf(items, page.after !== null, (item) => show(item, present))),
      onFault,
    );
  return {
    due: panel(listDue(api, mostOfGroup), showDue),
    tasks: panel(listTasks(api, myOverdue, present.me, mostOfGroup), showTask),
    expiring: panel(listExpiring(api, mostOfGroup), showOffer),
    requests: panel(listUnanswered(api, mostOfGroup), (item) => ({
      ...showRequest(item, present),
      when: `Waiting for ${formatDays(daysSince(item.insertedAt, present.timeZone, present.now))}`,
    })),
    silent: panel(listSilent(api, mostOfGroup), showSilent),
    uploads: settle(listUploads(api, unfinished), onFault),
  };
}

const mostRequests = 8;

/** The properties that clients asked to see, by their addresses and the clients' first names. */
export function openRequests(api: Api, present: Present, onFault: OnFault): Panel {
  return settle(
    listRequested(api, mostRequests).then(({ items, page }) =>
      listOf(items, page.after !== null, (item) => {
        const shown = showRequest(item, present);
        return { ...shown, detail: firstNameOf(shown.detail) };
      }),
    ),
    onFault,
  );
}

function listOf<Item>(items: readonly Item[], hasMore: boolean, show: (item: Item) => Waiting): WaitingList {
  return { items: items.map(show), hasMore };
}

/** "Nov 23, Mon, 5:00 PM PST" by the clock of the place. */
function sayMoment(moment: string, timeZone: string | null, { now, timeZone: ours }: Present): string {
  const { day, time } = formatAhead(moment, timeZone ?? ours, now);
  return `${day}, ${time}`;
}

function showDue({ id, street, timeZone, offerDueAt, clients }: DuePackage, present: Present): Waiting {
  const detail = sayClients(clients?.map(({ name }) => name) ?? []);
  const when = `Due ${sayMoment(offerDueAt, timeZone, present)}`;
  return { id, href: packagePath(id), title: street, detail, when, isLate: false };
}

function showTask({ id, title, dueOn, about }: FoundTask, { now, timeZone }: Present): Waiting {
  const day = dueOn === null ? "some day" : formatDue(dueOn, dayIn(timeZone, now));
  return { id, href: taskPath(id), title, detail: about?.name ?? "", when: `Was due ${day}`, isLate: true };
}

const unknown = { client: "Unknown client", property: "Unknown property" };

function showOffer({ id, price, expiresAt, opportunityId, ...pair }: OfferOut, present: Present): Waiting {
  const isLate = Date.parse(expiresAt) < present.now.getTime();
  const moment = sayMoment(expiresAt, pair.package?.timeZone ?? null, present);
  return {
    id,
    href: opportunityPath(opportunityId),
    title: pair.package?.street ?? unknown.property,
    detail: `${pair.client?.name ?? unknown.client}, ${formatMoney(price.currency, price.amount)}`,
    when: isLate ? `Ran out ${moment}` : `Runs out ${moment}`,
    isLate,
  };
}

function showRequest({ id, startsAt, opportunityId, ...pair }: RequestedShowing, present: Present): Waiting {
  const moment = sayMoment(startsAt, pair.package?.timeZone ?? null, present);
  return {
    id,
    href: opportunityPath(opportunityId),
    title: pair.package?.street ?? unknown.property,
    detail: pair.client?.name ?? unknown.client,
    when: `For ${moment}`,
    isLate: Date.parse(startsAt) < present.now.getTime(),
  };
}

function showSilent({ id, stage, updatedAt, ...pair }: SilentOpportunity, { now, timeZone }: Present): Waiting {
  return {
    id,
    href: opportunityPath(id),
    title: pair.package?.street ?? unknown.property,
    detail: `${pair.client?.name ?? unknown.client}, ${labelOfStage(stage)}`,
    when: `Silent for ${formatDays(daysSince(updatedAt, timeZone, now))}`,
    isLate: false,
  };
}

const uploadPath = "/documents/uploads/new";

/** What never arrived, and what was cut off on its way here. */
async function listUploads(api: Api, unfinished: Promise<readonly UnfinishedUpload[]>): Promise<WaitingList> {
  const [failed, cutOff] = await Promise.all([listFailed(api, mostOfGroup), unfinished]);
  const waiting = [
    ...cutOff.map(({ id, name, size, arrived }) => ({
      ...{ id, href: uploadPath, title: name, detail: "Choose it again to go on", isLate: false },
      when: `${formatSize(arrived)} of ${formatSize(size)} arrived`,
    })),
    ...failed.items.map(({ id, name, size }) => ({
      ...{ id, href: uploadPath, title: name, detail: "Upload it again", isLate: true },
      when: `${formatSize(size)} did not arrive`,
    })),
  ];
  return { items: waiting.slice(0, mostOfGroup), hasMore: waiting.length > mostOfGroup || failed.page.after !== null };
}
