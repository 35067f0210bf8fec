import { readList, shownPage } from "../lists/list-state.ts";
import { membersPath } from "../record-paths.ts";
import { identityApiOf, load } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState, Notice } from "../ui/notice.tsx";
import { PageHead, Sheet } from "../ui/page.tsx";
import { TableFoot } from "../ui/table-foot.tsx";
import type { Route } from "./+types/invitations";
import { invitationsPath, listState, newInvitationPath } from "./colleague-invitation.ts";
import { isLettingIn, listInvitations, requireInviting } from "./colleague-invitations.server.ts";
import { InvitationRows, toInvitationRow } from "./invitation-rows.tsx";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export async function loader({ url, context }: Route.LoaderArgs) {
  requireInviting(context);
  const state = readList(listState, url.searchParams);
  const found = await load(listInvitations(identityApiOf(context), state.page));
  return {
    ...shownPage(invitationsPath, state, found),
    rows: found.items.map(toInvitationRow),
    isLettingIn: isLettingIn(context),
  };
}

export default function Invitations({ loaderData }: Route.ComponentProps) {
  const { rows, foot, isFirstInstead, isLettingIn } = loaderData;
  const button = isLettingIn ? (
    <LinkButton href={newInvitationPath} look="go">
      Invite member
    </LinkButton>
  ) : null;
  return (
    <>
      <PageHead
        crumbs={[{ label: "Members", href: membersPath }, { label: "Invitations" }]}
        title="Invitations"
        subtitle="Everyone invited to this workspace, newest first."
      >
        {button}
      </PageHead>
      {isFirstInstead ? <Notice tone="warn">That page no longer exists. This is the first page.</Notice> : null}
      <Sheet>
        {rows.length === 0 ? (
          <EmptyState>Nobody has been invited yet.</EmptyState>
        ) : (
          <>
            <InvitationRows label="Invitations" rows={rows} />
            <TableFoot {...foot} />
          </>
        )}
      </Sheet>
    </>
  );
}
