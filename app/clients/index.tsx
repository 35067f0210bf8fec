import { type ReactNode, useEffect } from "react";
import {
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useNavigate,
  useNavigation,
  useOutlet,
  useRevalidator,
} from "react-router";
import { footOf } from "../json-api/page-turn.ts";
import { type Pictures, picturesContext } from "../pictures/pictures.ts";
import { load } from "../session/loading.server.ts";
import { agentOf, apiOf } from "../session/session.server.ts";
import { Dialog } from "../ui/dialog.tsx";
import { TableSkeleton } from "../ui/skeleton.tsx";
import { samePath } from "../ui/tabs.tsx";
import type { Route } from "./+types/index";
import type { Client } from "./client.ts";
import { listPath, newClientPath, readListState, writeListState } from "./client-list.ts";
import { ClientListPage } from "./client-list-page.tsx";
import type { ClientRow } from "./client-table.tsx";
import { listClients } from "./clients.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Clients · Latchkey" }];

/** The list; null below a page that was opened at its own address and does not lie over a list. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const agent = agentOf(context);
  if (isPageOfItsOwn(request, url)) return { list: null };
  const state = readListState(url.searchParams);
  const found = await load(listClients(apiOf(context), state));
  const pictures = context.get(picturesContext);
  return {
    list: {
      state,
      rows: found.items.map((client) => rowOf(client, pictures, agent.workspace.id)),
      foot: footOf(found, (turn) => listPath + writeListState(state, turn)),
      isFirstInstead: found.isFirstInstead,
      canCreate: agent.can("clients.create"),
    },
  };
}

/** Navigations between pages ask for data only, under another address than the page's. */
function isPageOfItsOwn(request: Request, url: URL): boolean {
  return isNewClientPage(url) && !new URL(request.url).pathname.endsWith(".data");
}

function rowOf(client: Client, pictures: Pictures, workspaceId: string): ClientRow {
  const { id, name, email, phoneNumber, profileImageUrl } = client;
  return {
    id,
    name,
    email,
    phoneNumber,
    picture: profileImageUrl === null ? null : pictures.pathOf(profileImageUrl, 200, workspaceId),
    lastActivityAt: client.lastActivityAt ?? client.updatedAt,
    areas: client.buyerProfile?.preferredAreas ?? [],
  };
}

/** The dialog opens and closes over the list as it stands, and a form that was refused changes nothing in it. */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl, formMethod, actionStatus = 200, defaultShouldRevalidate } = change;
  if (actionStatus >= 400) return false;
  const opensOrCloses =
    isNewClientPage(currentUrl) !== isNewClientPage(nextUrl) && currentUrl.search === nextUrl.search;
  return opensOrCloses && formMethod === undefined ? false : defaultShouldRevalidate;
}

function isNewClientPage(url: URL): boolean {
  return url.pathname.startsWith(newClientPath);
}

/** Said to the page below: whether it lies over the list. */
export type OverList = boolean;

export default function Clients({ loaderData: { list } }: Route.ComponentProps) {
  const overList: OverList = list !== null;
  const outlet = useOutlet(overList);
  if (list === null) return outlet ?? <MissingList />;
  return (
    <>
      <ClientListPage {...list} />
      {outlet === null ? null : <NewClientDialog>{outlet}</NewClientDialog>}
    </>
  );
}

/** Gone as soon as the way leads back to the list, however long the list takes to come. */
function NewClientDialog({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const { location: ahead } = useNavigation();
  if (ahead !== undefined && samePath(ahead.pathname, listPath)) return null;
  return (
    <Dialog title="Create a new client" onClose={() => navigate(listPath + search)}>
      {children}
    </Dialog>
  );
}

/** Back to a list that was never asked for. */
function MissingList() {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    revalidate();
  }, [revalidate]);
  return <TableSkeleton />;
}
