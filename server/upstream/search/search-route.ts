import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import { fold } from "../../../spelling/folding.ts";
import { action, type Route } from "../engine/action.ts";
import { listed } from "../engine/answer.ts";
import type { Member } from "../engine/current-user.ts";
import { recordType } from "../engine/record.ts";
import { inWorkspace } from "../engine/table.ts";
import { beginningWith } from "../engine/text.ts";
import { clientPeople, clients, documents, messages, opportunities, packages, tasks } from "../tables.ts";
import {
  ofVisibleClients,
  visibleClients,
  visibleDocuments,
  visibleOpportunities,
  visiblePackages,
  visibleTasks,
} from "../visibility.ts";
import { guess } from "./list-search.ts";
import { hasWords, readTyped, type Typed, withAddressSpellings } from "./typed-words.ts";

/** Others are in the list that the search links to. */
const maxCompared = 200;
const maxBeginning = 20;

const maxPaired = 50;

interface Source {
  readonly kind: string;
  readonly table: PgTable;
  readonly id: PgColumn;
  /** The folded text, and the part that names the record. */
  readonly text: SQLWrapper;
  readonly name: SQLWrapper;
  /** Of equal matches the newer one comes first. */
  readonly freshness: PgColumn;
  readonly scope: (currentUser: Member) => SQL;
  readonly shown: Shown;
}

interface Shown {
  /** The folded text in lines, one of which says why a record is found. */
  readonly found?: SQLWrapper;
  /** Some of these lines as they are written. */
  readonly written?: SQLWrapper;
  readonly title: SQLWrapper;
  readonly detail: SQLWrapper;
  readonly picture: SQLWrapper;
  readonly stage: SQLWrapper;
}

const nothing = sql`null::text`;

const linesOfClient = sql`concat_ws(E'\\n', array_to_string(${clients.tags}, E'\\n'),
  (select string_agg(${clientPeople.name}, E'\\n') from ${clientPeople} where ${clientPeople.clientId} = ${clients.id}))`;
const linesOfProperty = sql`concat_ws(E'\\n', array_to_string(${packages.tags}, E'\\n'), ${packages.listingAgentName})`;

const client: Source = {
  kind: "client",
  table: clients,
  id: clients.id,
  text: clients.foundBy,
  name: clients.nameKey,
  freshness: clients.lastActivityAt,
  scope: (currentUser) => sql`${visibleClients(currentUser)} and ${clients.isArchived} = false`,
  shown: {
    written: linesOfClient,
    title: clients.name,
    detail: sql`coalesce(${clients.email}, ${clients.phoneNumber})`,
    picture: clients.profileImageUrl,
    stage: nothing,
  },
};

const property: Source = {
  kind: "package",
  table: packages,
  id: packages.id,
  text: packages.foundBy,
  name: packages.streetKey,
  freshness: packages.updatedAt,
  scope: (currentUser) => sql`${visiblePackages(currentUser)} and ${packages.isArchived} = false`,
  shown: {
    written: linesOfProperty,
    title: packages.street,
    detail: sql`nullif(concat_ws(', ', ${packages.city}, nullif(concat_ws(' ', ${packages.state}, ${packages.zip}), '')), '')`,
    picture: packages.photoUrl,
    stage: nothing,
  },
};

const document: Source = {
  kind: "document",
  table: documents,
  id: documents.id,
  text: documents.searchText,
  name: documents.labelKey,
  freshness: documents.updatedAt,
  scope: (currentUser) => sql`${visibleDocuments(currentUser)} and ${documents.isTrashed} = false`,
  shown: {
    title: documents.label,
    detail: sql`coalesce((select p.street from upstream.packages p where p.id = ${documents.packageId}),
      (select c.name from upstream.clients c where c.id = ${documents.clientId}))`,
    picture: nothing,
    stage: nothing,
  },
};

const taskTitle = sql`upstream.folded_line(${tasks.title})`;

const task: Source = {
  kind: "task",
  table: tasks,
  id: tasks.id,
  text: taskTitle,
  name: taskTitle,
  freshness: tasks.updatedAt,
  scope: visibleTasks,
  shown: {
    title: tasks.title,
    detail: sql`case when ${tasks.isDone} then 'Done' else 'Due ' || to_char(${tasks.dueOn}, 'FMMon FMDD, YYYY') end`,
    picture: nothing,
    stage: nothing,
  },
};

function columns(kind: string, id: SQLWrapper, { found = nothing, written = nothing, ...shown }: Shown): SQL {
  const { title, detail, picture, stage } = shown;
  return sql`${kind}::text as subject_type, ${id} as subject_id, ${title} as title, ${detail} as detail,
    ${picture} as picture_url, ${stage} as stage, ${found} as found_in, ${written} as written`;
}

function partOf(source: Source, currentUser: Member, { line, words: typed }: Typed, most: number): SQL {
  const { kind, table, id, text, name, freshness, scope, shown } = source;
  const words = source === property ? withAddressSpellings(typed) : typed;
  const start = beginningWith(line);
  const own = scope(currentUser);
  const found = sql`
    (select ${id} as id, ${name} as name, ${freshness} as fresh from ${table}
      where ${own} and ${name} like ${start} order by ${name} limit ${maxBeginning})
    union (select ${id}, ${name}, ${freshness} from ${table} where ${own} and ${hasWords(text, words)} limit ${maxCompared})`;
  const best = sql`select id, row_number() over (order by (name = ${line}) desc, (name like ${start}) desc,
    (name like ${`% ${start}`}) desc, (${hasWords(sql`name`, words)}) desc, fresh desc, id) as place from (${found}) as found`;
  return sql`(select ${columns(kind, id, { ...shown, found: text })} from ${table} join (${best}) as best on best.id = ${id}
    where best.place <= ${most} order by best.place)`;
}

function opportunitiesPart(currentUser: Member, { words }: Typed, most: number): SQL {
  const pairedBy = (table: PgTable, id: PgColumn, workspace: SQL, text: PgColumn) =>
    sql`(select ${id} from ${table} where ${workspace} and ${hasWords(text, words)} limit ${maxPaired})`;
  const byClient = pairedBy(clients, clients.id, inWorkspace(clients, currentUser), clients.foundBy);
  const byPackage = pairedBy(packages, packages.id, inWorkspace(packages, currentUser), packages.foundBy);
  const both = sql`(${clients.foundBy} || E'\\n' || ${packages.searchText})`;
  const shown = {
    found: both,
    written: sql`(${linesOfClient} || E'\\n' || ${linesOfProperty})`,
    title: clients.name,
    detail: sql`concat_ws(' · ', ${packages.street}, case when ${clients.isArchived} then 'client archived' end)`,
    picture: packages.photoUrl,
    stage: opportunities.stage,
  };
  return sql`(select ${columns("opportunity", opportunities.id, shown)} from ${opportunities}
    join ${clients} on ${clients.id} = ${opportunities.clientId}
    join ${packages} on ${packages.id} = ${opportunities.packageId}
    where ${visibleOpportunities(currentUser)}
      and (${opportunities.clientId} in ${byClient} or ${opportunities.packageId} in ${byPackage})
      and ${hasWords(both, words)}
    order by ${opportunities.isActive} desc, ${opportunities.updatedAt} desc, ${opportunities.id} limit ${most})`;
}

function messagesPart(currentUser: Member, { words }: Typed, most: number): SQL {
  const { clientId, number } = messages;
  const found = sql`select ${clientId} as client_id, ${messages.body} as body, ${number} as number from ${messages}
    where ${ofVisibleClients(messages, currentUser)} and ${hasWords(messages.searchText, words)} limit ${maxCompared}`;
  const newest = sql`select distinct on (client_id) * from (${found}) as found order by client_id, number desc`;
  const shown = {
    title: clients.name,
    detail: sql`left(newest.body, 200)`,
    picture: clients.profileImageUrl,
    stage: nothing,
  };
  return sql`(select ${columns("message", clients.id, shown)} from (${newest}) as newest
    join ${clients} on ${clients.id} = newest.client_id where not ${clients.isArchived}
    order by newest.number desc limit ${most})`;
}

const sources: readonly Source[] = [client, property, document, task];

interface Most {
  readonly limit: number;
  readonly kinds: readonly string[];
}

function selectFound(currentUser: Member, typed: Typed, { limit, kinds }: Most): SQL {
  const parts = kinds.map((kind) => {
    if (kind === "message") return messagesPart(currentUser, typed, limit);
    const source = sources.find((known) => known.kind === kind);
    return source === undefined
      ? opportunitiesPart(currentUser, typed, limit)
      : partOf(source, currentUser, typed, limit);
  });
  return sql.join(parts, sql` union all `);
}

const kinds = ["client", "opportunity", "package", "document", "task", "message"] as const;
type Kind = (typeof kinds)[number];

const maxOfKind = 25;

const attributes = z.object({
  subject_type: z.enum(kinds),
  subject_id: z.uuid(),
  title: z.string(),
  detail: z.string().nullable(),
  picture_url: z.string().nullable(),
  stage: z.string().nullable(),
  /** The line with the word, where neither title nor detail has it, as in "Pat Orell" of a household; folded where only that is known. */
  reason: z.string().nullable(),
  /** Whether only similar words match. */
  is_guess: z.boolean(),
});
const searchResult = recordType("search_result", attributes);
const lines = { found_in: z.string().nullable(), written: z.string().nullable() };
const rows = z.array(attributes.omit({ is_guess: true, reason: true }).extend(lines));

const parameters = z.object({
  query: z.string().max(200, "Search for at most 200 characters."),
  limit: z.coerce.number().int().min(1).max(maxOfKind).default(5),
  kinds: z
    .string()
    .refine(isListOfKinds, `Use ${kinds.join(", ")}, with commas between them.`)
    .default(kinds.join(",")),
});

/** The best of each kind with all the words, or else with similar words. */
export const searchRoute: Route = action({
  method: "GET",
  path: "/search",
  summary:
    "Clients, opportunities, packages, documents, tasks and messages that have all the words, or else similar ones",
  access: "workspace",
  parameters,
  answers: { status: 200, of: searchResult, many: true },
  async run({ database, currentUser, parameters: { query, limit, kinds: wanted } }) {
    const typed = readTyped(query);
    if (typed === null) return listed(searchResult, []);
    const most = { limit, kinds: kindsIn(wanted) };
    const exact = rows.parse((await database.execute(selectFound(currentUser, typed, most))).rows);
    if (exact.length > 0) return listed(searchResult, recordsOf(exact, typed, false));
    const meant = await guess(database, currentUser, typed);
    if (meant === null) return listed(searchResult, []);
    const similar = rows.parse((await database.execute(selectFound(currentUser, meant, most))).rows);
    return listed(searchResult, recordsOf(similar, meant, true));
  },
});

function isListOfKinds(list: string): boolean {
  const known = new Set<string>(kinds);
  return list.split(",").every((kind) => known.has(kind));
}

function kindsIn(list: string): readonly Kind[] {
  const wanted = list.split(",");
  return kinds.filter((kind) => wanted.includes(kind));
}

function recordsOf(found: z.output<typeof rows>, typed: Typed, isGuess: boolean) {
  return found.map(({ found_in, written, ...row }) => ({
    id: `${row.subject_type}-${row.subject_id}`,
    attributes: {
      ...row,
      reason: reasonOf(row, { folded: found_in ?? "", written: written ?? "" }, typed),
      is_guess: isGuess,
    },
    can: [],
  }));
}

const longestReason = 60;
const before = 20;

function reasonOf(
  { title, detail }: { readonly title: string; readonly detail: string | null },
  found: { readonly folded: string; readonly written: string },
  { words }: Typed,
): string | null {
  const shown = fold(`${title} ${detail ?? ""}`);
  const unseen = words.find((spellings) => !spellings.some((word) => shown.includes(word)));
  const hits = (unseen ?? []).flatMap((word) =>
    found.folded.split("\n").map((line) => ({ line, at: line.indexOf(word) })),
  );
  const hit = hits.find(({ at }) => at >= 0);
  if (hit === undefined) return null;
  const own = found.written.split("\n").find((line) => fold(line) === hit.line);
  if (own !== undefined && own.length <= longestReason) return own;
  const start = hit.line.length <= longestReason ? 0 : Math.max(0, hit.at - before);
  return hit.line.slice(start, start + longestReason).toWellFormed();
}
