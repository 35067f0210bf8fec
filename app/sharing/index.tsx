import { href } from "react-router";
import { footOf, readRequestedPage } from "../json-api/pagination.ts";
import { allows } from "../json-api/resource.ts";
import { loadPackage } from "../packages/load-package.server.ts";
import { PackagePage } from "../packages/package-page.tsx";
import { apiOf, load, loadBoth, recordId } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import { FootOfPages } from "../ui/table-foot.tsx";
import type { Route } from "./+types/index";
import { LinkStateTag, LinkViews } from "./link-state.tsx";
import { linkPath, stateOf } from "./share-link.ts";
import { listLinks } from "./shares.server.ts";

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const id = recordId(params.packageId);
  const [{ street, can }, found] = await loadBoth(
    loadPackage(context, id),
    load(listLinks(apiOf(context), id, readRequestedPage(url.searchParams))),
  );
  const now = Date.now();
  return {
    item: { id, street },
    mayShare: allows({ can }, "update"),
    links: found.items.map((link) => ({
      id: link.id,
      label: link.label,
      isClients: link.clientId !== null,
      hasPasscode: link.hasPasscode,
      state: stateOf(link, now),
      views: { openedCount: link.openedCount, lastOpenedAt: link.lastOpenedAt },
    })),
    foot: footOf(found, href("/packages/:packageId/shares", { packageId: id })),
  };
}

/** All links to a package, with how often each was opened. */
export default function Shares({ loaderData: { item, mayShare, links, foot } }: Route.ComponentProps) {
  const make = (
    <LinkButton href={href("/packages/:packageId/shares/new", { packageId: item.id })} look="go">
      New link
    </LinkButton>
  );
  return (
    <PackagePage item={item} title="Share" subtitle="Links you have created, and links emailed to clients.">
      {mayShare ? (
        <div className="actions">
          {links.length === 0 ? null : make}
          <LinkButton href={href("/packages/:packageId/shares/clients", { packageId: item.id })}>
            Share with clients
          </LinkButton>
        </div>
      ) : null}
      <Sheet>
        {links.length === 0 ? (
          <EmptyState action={mayShare ? make : null}>
            No links to this property yet. Clients with an opportunity for it may see it in their portal.
          </EmptyState>
        ) : (
          <Rows label="Links">
            {links.map(({ id, label, isClients, hasPasscode, state, views }) => (
              <Row key={id}>
                <div>
                  <a className="link" href={linkPath(item.id, id)}>
                    <b>{label}</b>
                  </a>
                  <div className="muted small">
                    {isClients ? "Emailed to the client. " : ""}
                    {hasPasscode ? "Passcode required. " : ""}
                    <LinkViews link={views} />
                  </div>
                </div>
                <LinkStateTag state={state} />
              </Row>
            ))}
          </Rows>
        )}
        <FootOfPages {...foot} />
      </Sheet>
    </PackagePage>
  );
}
