import { listClientAddresses, listRecentClients } from "../clients/clients.server.ts";
import { recordIdOrNull } from "../lists/list-state.ts";
import { picturesContext } from "../pictures/pictures.ts";
import { messagesPath, threadPath } from "../record-paths.ts";
import { agentOf, apiOf, load, requireOffered, requirePermission } from "../session/session.server.ts";
import { Person } from "../ui/avatar.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { Page, PageHead, Row, Rows, Sheet } from "../ui/page.tsx";
import { searchIn } from "../ui/search-text.ts";
import { SearchBox, Toolbar } from "../ui/toolbar.tsx";
import type { Route } from "./+types/new";
import { newMessagePath } from "./message-list.ts";

/** Clients that are offered at once. */
const most = 15;

/** Chooses the client to whom one wants to write: those with whom there was contact last, or those who have the words. */
export async function loader({ url, context }: Route.LoaderArgs) {
  requirePermission(context, "messages.send", "write to clients", { label: "Back to messages", href: messagesPath });
  requireOffered(apiOf(context), "message_threads");
  const [api, pictures, { workspace }] = [apiOf(context), context.get(picturesContext), agentOf(context)];
  const words = searchIn(url.searchParams.get("q") ?? "");
  const about = recordIdOrNull(url.searchParams.get("about") ?? "");
  const listed = words === "" ? listRecentClients(api, most) : listClientAddresses(api, words, most);
  const found = await load(listed);
  const clients = found.map(({ id, name, email, phoneNumber, profileImageUrl }) => ({
    id,
    name,
    contact: email ?? phoneNumber,
    href: threadPath(id, about),
    picture: profileImageUrl === null ? null : pictures.pathOf(profileImageUrl, 200, workspace.id),
  }));
  return { words, about, clients };
}

export default function NewMessage({ loaderData: { words, about, clients } }: Route.ComponentProps) {
  return (
    <Page narrow>
      <PageHead
        crumbs={[{ label: "Messages", href: messagesPath }, { label: "New message" }]}
        title="New message"
        subtitle="Whom do you want to write to?"
      />
      <Toolbar action={newMessagePath} label="Search clients" send="Search">
        <SearchBox name="q" label="Search clients" placeholder="Search clients" value={words} />
        {about === null ? null : <input type="hidden" name="about" value={about} />}
      </Toolbar>
      <Sheet>
        {clients.length === 0 ? (
          <EmptyState>No client matches. Check the spelling, or create a new client.</EmptyState>
        ) : (
          <Rows label="Clients">
            {clients.map(({ id, name, contact, picture, href }) => (
              <Row key={id}>
                <Person name={name} detail={contact} picture={picture} href={href} />
              </Row>
            ))}
          </Rows>
        )}
      </Sheet>
    </Page>
  );
}
