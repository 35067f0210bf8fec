import type { ShouldRevalidateFunctionArgs } from "react-router";
import { footOf } from "../json-api/page-turn.ts";
import { type Pictures, picturesContext } from "../pictures/pictures.ts";
import { agentOf, apiOf, load } from "../session/session.server.ts";
import { isPageOfItsOwn, ListWithDialog, revalidateOver } from "../ui/over-list.tsx";
import type { Route } from "./+types/index";
import type { Client } from "./client.ts";
import { listPath, newClientPath, readListState, writeListState } from "./client-list.ts";
import { ClientListPage } from "./client-list-page.tsx";
import type { ClientRow } from "./client-table.tsx";
import { listClients } from "./clients.server.ts";

/** The list; null below a page that was opened at its own address and does not lie over a list. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const agent = agentOf(context);
  if (isPageOfItsOwn(request, url, newClientPath)) return { list: null };
  const state = readListState(url.searchParams);
  const found = await load(listClients(apiOf(context), state));
  const pictures = context.get(picturesContext);
  return {
    list: {
      state,
      rows: found.items.map((client) => rowOf(client, pictures, agent.workspace.id)),
      foot: footOf(found, (turn) => listPath + writeListState(state, turn)),
      isFirstInstead: found.isFirstInstead,
      can: {
        create: agent.can("clients.create"),
        import: agent.can("clients.import"),
        export: agent.can("clients.export"),
      },
    },
  };
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

export function shouldRevalidate(change: ShouldRevalidateFunctionArgs) {
  return revalidateOver(newClientPath, change);
}

export default function Clients({ loaderData: { list } }: Route.ComponentProps) {
  return (
    <ListWithDialog
      list={list === null ? null : <ClientListPage {...list} />}
      path={listPath}
      title="Create a new client"
    />
  );
}
