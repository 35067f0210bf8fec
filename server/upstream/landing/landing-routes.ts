import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { fullName } from "../engine/account-name.ts";
import { action, type Route } from "../engine/action.ts";
import { found } from "../engine/answer.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { notFound } from "../engine/refusal.ts";
import { footOfWorkspace, footSchema } from "../identity/foot.ts";
import { normaliseHandle } from "../identity/handles.ts";
import { initialsOf } from "../identity/person-name.ts";
import { publicPhotoIdOf } from "../pictures/pictures.ts";
import { accounts, handles, memberships, portalSettings, workspaces } from "../tables.ts";
import { isOpenWorkspace } from "../visibility.ts";
import { questions, testimonials } from "./portal-settings.ts";

const ownerOf = sql`(select ${memberships.accountId} from ${memberships}
  where ${memberships.workspaceId} = ${workspaces.id} and ${memberships.role} = 'owner')`;

/** SQL of the account on the landing page: the chosen member, or the owner. */
export const shownAccount: SQL = sql`coalesce((select ${memberships.accountId} from ${memberships}
  where ${memberships.workspaceId} = ${workspaces.id} and ${memberships.accountId} = ${portalSettings.shownAccountId}), ${ownerOf})`;

const landing = z.object({
  name: z.string(),
  handle: z.string(),
  initials: z.string(),
  logo_id: z.uuid().nullable().describe("Below /portal/faces"),
  agent: z.object({ name: z.string(), photo_id: z.uuid().nullable() }),
  description: z.string().nullable().describe("Of the workspace"),
  introduction: z.string().nullable(),
  introduction_es: z.string().nullable(),
  takes_registrations: z.boolean(),
  testimonials,
  questions,
  foot: footSchema,
});
const landingType = recordType("landing_page", landing);
const landingRow = landing.omit({ initials: true }).extend({ id: z.uuid() });

async function readLandings(database: Queries, condition: SQL) {
  const { rows } = await database.execute(sql`
    select ${workspaces.id}, ${workspaces.name}, ${workspaces.handle}, ${publicPhotoIdOf(workspaces.logo)} as logo_id,
      json_build_object('name', ${fullName}, 'photo_id', ${publicPhotoIdOf(accounts.profilePicture)}) as agent,
      ${workspaces.description}, ${portalSettings.introduction}, ${portalSettings.introductionEs}, ${portalSettings.takesRegistrations}, ${portalSettings.testimonials},
      ${portalSettings.questions}, ${footOfWorkspace} as foot
    from ${workspaces} join ${portalSettings} on ${portalSettings.id} = ${workspaces.id}
    join ${accounts} on ${accounts.id} = ${shownAccount}
    where ${isOpenWorkspace} and ${condition} limit 2`);
  return z
    .array(landingRow)
    .parse(rows)
    .map(({ id, ...attributes }) => ({ id, attributes: { ...attributes, initials: initialsOf(attributes.name) } }));
}

/** SQL of the workspace at a present or former handle. */
export function isAtHandle(handle: string, now: Date): SQL {
  return sql`${isOpenWorkspace} and ${workspaces.id} = (select ${handles.workspaceId} from ${handles}
    where ${handles.handle} = ${normaliseHandle(handle)} and (${handles.heldUntil} is null or ${handles.heldUntil} > ${now}))`;
}

/** Workspaces are never listed. */
export const landingRoutes: readonly Route[] = [
  action({
    method: "GET",
    path: "/portal/landing_page",
    summary: "The landing page of the only workspace there is",
    access: "anyone",
    answers: { status: 200, of: landingType },
    async run({ database }) {
      const [page, ...others] = await readLandings(database, sql`true`);
      if (page === undefined || others.length > 0) throw notFound();
      return found(landingType, page);
    },
  }),
  action({
    method: "GET",
    path: "/portal/landing_pages/:handle",
    summary: "The landing page of a workspace; a former handle leads to it for 90 days",
    access: "anyone",
    answers: { status: 200, of: landingType },
    async run({ database, segment, now }) {
      const [page] = await readLandings(database, isAtHandle(segment("handle"), now));
      if (page === undefined) throw notFound();
      return found(landingType, page);
    },
  }),
];
