/** Words in use, which forms suggest. */
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { found } from "../engine/answer.ts";
import { recordType } from "../engine/record.ts";
import { buyerProfiles, clients, packages } from "../tables.ts";
import { visibleClients, visiblePackages } from "../visibility.ts";

/** The latest, so that the cost is bounded. */
const recentRecords = 500;
const mostWords = 30;

const words = z.array(z.string());
const usedWords = recordType(
  "used_words",
  z.object({ client_tags: words, lead_sources: words, package_tags: words, house_types: words, areas: words }),
);
const rows = z.array(usedWords.attributes);

/** SQL of words, most frequent first. @param all SQL of rows with a `word` */
function mostUsed(all: SQL): SQL {
  return sql`(select coalesce(json_agg(word order by total desc, word), '[]') from (
    select mode() within group (order by word) as word, count(*) as total from (${all}) as used
    group by upstream.key_of_word(word) order by total desc, word limit ${mostWords}) as most)`;
}

const each = (list: SQLWrapper, from: string) => sql`select unnest(${list}) as word from ${sql.identifier(from)}`;

export const usedWordsRoute: Route = action({
  method: "GET",
  path: "/used_words",
  summary:
    "Tags, lead sources, house types and areas in use among what was changed last, the most frequent first; at most 30 of each",
  access: "workspace",
  answers: { status: 200, of: usedWords },
  async run({ database, currentUser }) {
    const read = await database.execute(sql`
      with recent_clients as materialized (
        select ${clients.id} as id, ${clients.tags} as tags, ${clients.leadSource} as lead_source from ${clients}
        where ${visibleClients(currentUser)} and not ${clients.isArchived}
        order by ${clients.updatedAt} desc limit ${recentRecords}
      ), recent_packages as materialized (
        select ${packages.tags} as tags, ${packages.houseType} as house_type, ${packages.area} as area from ${packages}
        where ${visiblePackages(currentUser)} and not ${packages.isArchived}
        order by ${packages.updatedAt} desc limit ${recentRecords}
      )
      select ${mostUsed(each(sql`tags`, "recent_clients"))} as client_tags,
        ${mostUsed(sql`select lead_source as word from recent_clients where lead_source is not null`)} as lead_sources,
        ${mostUsed(each(sql`tags`, "recent_packages"))} as package_tags,
        ${mostUsed(sql`select house_type as word from recent_packages where house_type is not null
          union all select unnest(${buyerProfiles.propertyTypes}) from ${buyerProfiles}
            join recent_clients on recent_clients.id = ${buyerProfiles.clientId}`)} as house_types,
        ${mostUsed(sql`select area as word from recent_packages where area is not null
          union all select unnest(${buyerProfiles.preferredAreas}) from ${buyerProfiles}
            join recent_clients on recent_clients.id = ${buyerProfiles.clientId}`)} as areas`);
    const [attributes] = rows.parse(read.rows);
    if (attributes === undefined) throw new Error("A query without a table has one row.");
    return found(usedWords, { id: currentUser.workspaceId, attributes });
  },
});
