/** Colleagues whom staff name in what they write among themselves, as in "@Ada Lindqvist". */
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { fold } from "../../../spelling/folding.ts";
import { fullName } from "../engine/account-name.ts";
import { action, type Route } from "../engine/action.ts";
import { listed } from "../engine/answer.ts";
import type { Member } from "../engine/current-user.ts";
import type { Queries, Reads } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { notFound } from "../engine/refusal.ts";
import type { Write } from "../engine/table-routes.ts";
import { accounts, clients, memberships, opportunities } from "../tables.ts";
import { visibleClients, visibleOpportunities } from "../visibility.ts";
import { longestName, notify } from "./notify.ts";

/** What is written about: staff see it or not. */
interface About {
  readonly type: "client" | "opportunity";
  readonly id: string;
}

interface Reader {
  readonly accountId: string;
  readonly name: string;
}

const memberRows = z.array(
  z.object({ account_id: z.string(), role: z.enum(memberships.role.enumValues), name: z.string() }),
);

/** The members who see a record, by name. */
async function readersOf(database: Reads, currentUser: Member, { type, id }: About): Promise<readonly Reader[]> {
  const { rows: found } = await database.execute(sql`
    select ${accounts.id} as account_id, ${memberships.role} as role, ${fullName} as name
    from ${memberships} join ${accounts} on ${accounts.id} = ${memberships.accountId}
    where ${memberships.workspaceId} = ${currentUser.workspaceId} order by name, account_id`);
  const members = memberRows.parse(found);
  const seeing = members.map(({ account_id: accountId, role }) => {
    const reader: Member = { ...currentUser, accountId, role, seesShared: true, ownAlone: false };
    const isSeen =
      type === "client"
        ? sql`select from ${clients} where ${clients.id} = ${id} and ${visibleClients(reader)}`
        : sql`select from ${opportunities} where ${opportunities.id} = ${id} and ${visibleOpportunities(reader)}`;
    return sql`select ${accountId}::uuid as account_id where exists (${isSeen})`;
  });
  const { rows } = await database.execute<{ account_id: string }>(sql.join(seeing, sql` union all `));
  const ids = new Set(rows.map(({ account_id }) => account_id));
  return members
    .filter((member) => ids.has(member.account_id))
    .map((member) => ({ accountId: member.account_id, name: member.name }));
}

/** Those of some people whose whole name stands behind an "@" in a text, whatever its case or accents. */
export function namedIn<Person extends { readonly name: string }>(
  text: string,
  people: readonly Person[],
): readonly Person[] {
  const folded = fold(text);
  const names = [...Map.groupBy(people, ({ name }) => fold(name))].filter(([name]) => name !== "");
  // "@Ann Lee" is not Ann.
  names.sort(([one], [other]) => other.length - one.length);
  const named = new Set<Person>();
  for (let at = folded.indexOf("@"); at >= 0; at = folded.indexOf("@", at + 1)) {
    if (isInWord(folded.slice(Math.max(0, at - 1), at))) continue;
    const found = names.find(
      ([name]) => folded.startsWith(name, at + 1) && !isInWord(folded.charAt(at + 1 + name.length)),
    );
    for (const person of found?.[1] ?? []) named.add(person);
  }
  return [...named];
}

const isInWord = (letter: string) => /[\p{L}\p{N}_]/u.test(letter);

interface Writing {
  readonly about: About;
  readonly subject: { readonly type: "comment" | "message"; readonly id: string };
  readonly body: string;
}

/** Notifies the colleagues who are named in a comment or a note and see what it is about, each once. */
export async function notifyOfMentions(
  { database, currentUser }: Pick<Write, "database" | "currentUser">,
  { about, subject, body }: Writing,
): Promise<void> {
  if (!body.includes("@")) return;
  const readers = await readersOf(database, currentUser, about);
  const isWriter = ({ accountId }: Reader) => accountId === currentUser.accountId;
  await notify(database, {
    kind: "mentioned",
    workspaceId: currentUser.workspaceId,
    accounts: namedIn(
      body,
      readers.filter((reader) => !isWriter(reader)),
    ).map(({ accountId }) => accountId),
    subject: { ...subject, name: body.slice(0, longestName) },
    actorName: readers.find(isWriter)?.name ?? null,
    ...(await holdersOf(database, about)),
    onceKey: `mentioned:${subject.id}`,
  });
}

const mentionable = recordType("mentionable_member", z.object({ name: z.string() }));

/** What the notification is about: of a deal also its client and its property. */
async function holdersOf(database: Queries, { type, id }: About) {
  if (type === "client") return { clientId: id };
  const { clientId, packageId } = opportunities;
  const [deal] = await database.select({ clientId, packageId }).from(opportunities).where(eq(opportunities.id, id));
  return { opportunityId: id, ...deal };
}

/** Whom a comment or a note can name. */
export const mentionRoute: Route = action({
  method: "GET",
  path: "/mentionable_members",
  summary: "The colleagues who can be named in a comment on an opportunity or a note about a client, since they see it",
  access: "workspace",
  parameters: z.object({ type: z.enum(["client", "opportunity"]), id: z.uuid() }),
  answers: { status: 200, of: mentionable, many: true },
  async run({ database, currentUser, parameters: about }) {
    const readers = await readersOf(database, currentUser, about);
    const others = readers.filter(({ accountId }) => accountId !== currentUser.accountId);
    if (others.length === readers.length) throw notFound();
    return listed(
      mentionable,
      others.map(({ accountId, name }) => ({ id: accountId, attributes: { name }, can: [] })),
    );
  },
});
