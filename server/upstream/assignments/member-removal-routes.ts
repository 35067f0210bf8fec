import { sql } from "drizzle-orm";
import { z } from "zod";
import { nameOf } from "../engine/account-name.ts";
import { action, type Route } from "../engine/action.ts";
import { found, nothing } from "../engine/answer.ts";
import type { Member, Role } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { forbidden, notFound } from "../engine/refusal.ts";
import type { IdentityParts } from "../identity/parts.ts";
import { may } from "../permissions.ts";
import { memberships } from "../tables.ts";
import { memberRemovedMail } from "./mails/member-removed.ts";
import { countHoldings, removeMember } from "./member-removal.ts";

const removalType = recordType(
  "member_removal",
  z.object({
    name: z.string(),
    is_owner: z.boolean(),
    clients: z.int(),
    packages: z.int(),
    opportunities: z.int(),
    tasks: z.int().describe("Open ones"),
  }),
);

const removal = z.object({
  /** Who takes over; null where there is nothing to take over. */
  successorId: z.uuid("Choose a member of the workspace.").nullish(),
});

/** The end of a member's access: what there is to take over, and the removal itself. Anybody but the owner may leave. */
export function memberRemovalRoutes({ mailer, publicOrigin }: Pick<IdentityParts, "mailer" | "publicOrigin">): Route[] {
  return [
    action({
      method: "GET",
      path: "/accounts/members/:id/removal",
      summary: "What somebody else has to take over when a member is removed",
      access: "workspace",
      answers: { status: 200, of: removalType },
      async run({ database, currentUser, id }) {
        const { name, role } = await requireRemovable(database, currentUser, id());
        const attributes = { name, is_owner: role === "owner", ...(await countHoldings(database, currentUser, id())) };
        return found(removalType, {
          id: id(),
          attributes,
          path: `/accounts/members/${id()}/removal`,
          can: role === "owner" ? [] : ["remove"],
        });
      },
    }),
    action({
      method: "POST",
      path: "/accounts/members/:id/removal",
      summary:
        "End a member's access to the workspace and give their records to another member; also to leave it oneself",
      access: "workspace",
      input: { type: removalType.type, attributes: removal },
      answers: { status: 204, of: null },
      async run({ database, currentUser, id, attributes }) {
        await requireRemovable(database, currentUser, id());
        const { email, firstName, workspaceName } = await removeMember(
          database,
          currentUser,
          id(),
          attributes.successorId ?? null,
        );
        if (id() !== currentUser.accountId) {
          const mail = memberRemovedMail({ to: email, name: firstName, workspaceName, publicOrigin });
          await mailer.send(mail, { within: database });
        }
        return nothing;
      },
    }),
  ];
}

/** @throws Refusal 404 for nobody of the workspace, 403 for those who may not remove this one */
async function requireRemovable(database: Queries, currentUser: Member, accountId: string) {
  const { workspaceId } = currentUser;
  const { rows } = await database.execute<{ role: Role; name: string }>(sql`
    select ${memberships.role}, ${nameOf(accountId)} as name from ${memberships}
    where ${memberships.workspaceId} = ${workspaceId} and ${memberships.accountId} = ${accountId}`);
  const [member] = rows;
  if (member === undefined) throw notFound();
  if (accountId !== currentUser.accountId && !may(currentUser, "members.manage")) throw forbidden();
  return member;
}
