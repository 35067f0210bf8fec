import { href, redirect } from "react-router";
import { identityApiOf, load } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { formatDay } from "../ui/date-format.ts";
import { Page, PageHead, Row, Rows, Sheet } from "../ui/page.tsx";
import type { Route } from "./+types/deleted";
import { listDeletedWorkspaces } from "./ownership.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const deleted = await load(listDeletedWorkspaces(identityApiOf(context)));
  if (deleted.length === 0) throw redirect(href("/dashboard"));
  return { deleted };
}

export default function DeletedWorkspaces({ loaderData: { deleted } }: Route.ComponentProps) {
  return (
    <Page narrow>
      <PageHead
        title={deleted.length === 1 ? "This workspace was deleted" : "These workspaces were deleted"}
        subtitle="They are closed for everybody. Nothing in them is lost until the date below."
      />
      <Sheet>
        <Rows label="Deleted workspaces">
          {deleted.map(({ id, name, purgeAt, timeZone, canRestore }) => (
            <Row key={id}>
              <div>
                <b>{name}</b>
                <p className="muted">
                  {canRestore
                    ? `Restore until ${formatDay(purgeAt, timeZone)}`
                    : `Its owner can restore it until ${formatDay(purgeAt, timeZone)}.`}
                </p>
              </div>
              {canRestore ? (
                <LinkButton href={href("/workspace/deleted/:workspaceId/restoration", { workspaceId: id })} look="go">
                  Restore
                </LinkButton>
              ) : null}
            </Row>
          ))}
        </Rows>
      </Sheet>
      <p className="mt-2">
        <LinkButton href={href("/workspace/join")}>Create a new workspace</LinkButton>
      </p>
    </Page>
  );
}
