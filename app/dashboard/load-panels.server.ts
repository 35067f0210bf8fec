import { href } from "react-router";
import { listWaiting } from "../client-answers/client-answers.server.ts";
import type { WaitingAnswer } from "../client-answers/client-answers.ts";
import { listHeldRequests, listWaitingRequests } from "../contact-requests/contact-requests.server.ts";
import type { Api } from "../json-api/api.ts";
import type { Page } from "../json-api/page.ts";
import { type OnFault, type Settled, settle } from "../json-api/settle.ts";
import { listDated, listExpiring, listRequested, listSilent } from "../opportunities/needs-attention.server.ts";
import { groupByRequest } from "../opportunities/showing-requests.ts";
import { listDue } from "../packages/packages.server.ts";
import { listDeletions, listOpen } from "../portal-requests/portal-requests.server.ts";
import { listTasks } from "../tasks/tasks.server.ts";
import { formatSize } from "../uploads/file-size.ts";
import { listFailed } from "../uploads/files.server.ts";
import type { UnfinishedUpload } from "../uploads/upload-limits.ts";
import { type AttentionItem, type AttentionList, type GroupKey, mostOfAll, mostOfGroup } from "./attention.ts";
import {
  answerItem,
  contactItem,
  deadlineItem,
  dueItem,
  heldItem,
  offerItem,
  type Present,
  quietItem,
  requestLine,
  sentItem,
  taskItem,
} from "./attention-items.ts";

/** The dashboard's panels: each is loaded by a call of its own. All start at once, and none is awaited here. */

type Panel = Promise<Settled<AttentionList>>;

/** Only the current user's own: the tasks of others are on their dashboards. */
const myOverdue = { whose: null, group: "overdue", sort: null, q: "", page: null } as const;

interface LoadedGroups {
  /** Whose own records are shown; wishes to be deleted are decided for the whole workspace. */
  readonly api: Api;
  readonly wholeApi: Api;
  readonly present: Present;
  /** The current user's uploads that were interrupted. */
  readonly unfinished: Promise<readonly UnfinishedUpload[]>;
  readonly isAll: boolean;
  readonly onFault: OnFault;
}

/** The groups that need attention. */
export function loadGroups({
  api,
  wholeApi,
  present,
  unfinished,
  isAll,
  onFault,
}: LoadedGroups): Readonly<Record<Exclude<GroupKey, "today">, Panel>> {
  const panel = <Item>(
    list: (api: Api) => Promise<Page<Item>>,
    show: (item: Item, present: Present) => AttentionItem,
  ): Panel => settle(api, async (api) => listOf(await list(api), (item) => show(item, present)), onFault);
  const most = isAll ? mostOfAll : mostOfGroup;
  return {
    deletions: settle(
      wholeApi,
      async (api) => listOf(await listDeletions(api, mostOfAll), (item) => sentItem(item, present)),
      onFault,
    ),
    contacts: panel((api) => listWaitingRequests(api, most), contactItem),
    held: panel((api) => listHeldRequests(api, { "page[limit]": most }), heldItem),
    due: panel((api) => listDue(api, mostOfGroup), dueItem),
    tasks: panel((api) => listTasks(api, myOverdue, present.me, mostOfGroup), taskItem),
    expiring: panel((api) => listExpiring(api, mostOfGroup), offerItem),
    clients: panel((api) => listOpen(api, most), sentItem),
    answers: settle(api, async (api) => answersList(await listWaiting(api), most, present), onFault),
    deadlines: panel((api) => listDated(api, mostOfGroup), deadlineItem),
    quiet: panel((api) => listSilent(api, mostOfGroup), quietItem),
    uploads: settle(api, (api) => listUploads(api, unfinished, most), onFault),
  };
}

/** Times that clients have asked for, of which a request may name three that are days apart; and the requests that stand there. */
const mostRequests = 100;
const mostShown = 4;

/** The showings that clients have requested, with the property's address and the client's first name. */
export function loadRequests(api: Api, present: Present, isAll: boolean, onFault: OnFault): Panel {
  return settle(
    api,
    async (api) => {
      const { items, page } = await listRequested(api, mostRequests);
      const requests = groupByRequest(items);
      const shown = requests.slice(0, isAll ? requests.length : mostShown);
      return {
        items: shown.map((request) => requestLine(request, present)),
        hasMore: page.after !== null || requests.length > shown.length,
        total: page.after === null ? requests.length : null,
      };
    },
    onFault,
  );
}

function listOf<Item>(
  { items, page }: { readonly items: readonly Item[]; readonly page: Page<Item>["page"] },
  show: (item: Item) => AttentionItem,
): AttentionList {
  return { items: items.map(show), hasMore: page.after !== null, total: page.total };
}

function answersList(waiting: readonly WaitingAnswer[], most: number, present: Present): AttentionList {
  const items = waiting.slice(0, most).map((answer) => answerItem(answer, present));
  return { items, hasMore: waiting.length > items.length, total: waiting.length };
}

const uploadPath = href("/documents/uploads/new");

/** Failed uploads, and interrupted ones that can be resumed. */
async function listUploads(
  api: Api,
  unfinished: Promise<readonly UnfinishedUpload[]>,
  most: number,
): Promise<AttentionList> {
  const [failed, cutOff] = await Promise.all([listFailed(api, most), unfinished]);
  const waiting = [
    ...cutOff.map(({ id, name, size, arrived }) => ({
      id,
      href: uploadPath,
      title: name,
      detail: "Choose the file again to resume",
      at: "",
      isLate: false,
      when: `${formatSize(arrived)} of ${formatSize(size)} uploaded`,
    })),
    ...failed.items.map(({ id, name, size }) => ({
      id,
      href: uploadPath,
      title: name,
      detail: "Upload it again",
      at: "",
      isLate: true,
      when: `${formatSize(size)} not uploaded`,
    })),
  ];
  const total = cutOff.length + (failed.page.total ?? failed.items.length);
  return { items: waiting.slice(0, most), hasMore: waiting.length > most || failed.page.after !== null, total };
}
