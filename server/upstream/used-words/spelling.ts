/** One spelling of the agents' own words. */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Queries } from "../engine/queries.ts";

export type WordKind = "area" | "tag" | "house_type";

/** Columns of each kind: lists, and single words. */
const places: Readonly<Record<WordKind, { readonly lists: readonly Place[]; readonly single: Place | null }>> = {
  area: {
    lists: [{ table: "buyer_profiles", column: "preferred_areas" }],
    single: { table: "packages", column: "area" },
  },
  tag: {
    lists: [
      { table: "clients", column: "tags" },
      { table: "packages", column: "tags" },
    ],
    single: null,
  },
  house_type: {
    lists: [{ table: "buyer_profiles", column: "property_types" }],
    single: { table: "packages", column: "house_type" },
  },
};

interface Place {
  readonly table: "buyer_profiles" | "clients" | "packages";
  readonly column: "preferred_areas" | "area" | "tags" | "property_types" | "house_type";
}

const { compare } = new Intl.Collator("en");

/** The alphabetical order in which lists of words are kept. */
export function inOrder(words: readonly string[]): string[] {
  return words.toSorted(compare);
}

/** In the workspace's spelling, each once, in order. */
type Spell = (words: readonly string[]) => string[];

interface Spelled {
  readonly workspaceId: string;
  readonly kind: WordKind;
  readonly words: readonly string[];
  /** The record that gets the words, whose own spelling can be corrected; null for new ones. */
  readonly own: string | null;
}

const row = z.object({ typed: z.string(), key: z.string(), used: z.string().nullable() });

/** Looks up the workspace's spelling of words; new ones stay as they are. */
export async function findSpelling(database: Queries, { workspaceId, kind, words, own }: Spelled): Promise<Spell> {
  const typed = [...new Set(words)];
  if (typed.length === 0) return () => [];
  const { lists, single } = places[kind];
  const there = ({ table }: Place): SQL =>
    sql`${sql.raw(`upstream.${table}`)} t where t.workspace_id = ${workspaceId} and t.id is distinct from ${own}::uuid`;
  const used = lists.map((place) => {
    const column = sql.raw(`t.${place.column}`);
    return sql`select word, upstream.key_of_word(word) as key
      from (select ${column} as words from ${there(place)} and upstream.keys_of_words(${column}) && keys.known) as lists, unnest(words) as word`;
  });
  if (single !== null) {
    const column = sql.raw(`t.${single.column}`);
    used.push(sql`select ${column} as word, upstream.key_of_word(${column}) as key
      from ${there(single)} and upstream.key_of_word(${column}) = any(keys.known)`);
  }
  const { rows } = await database.execute(sql`
    with given as (select word, place, upstream.key_of_word(word) as key
      from jsonb_array_elements_text(${JSON.stringify(typed)}::jsonb) with ordinality as g (word, place)),
    keys as (select array_agg(distinct key) as known from given),
    found as (select used.key, mode() within group (order by used.word) as word
      from keys, lateral (${sql.join(used, sql` union all `)}) as used group by used.key)
    select given.word as typed, given.key, found.word as used from given left join found on found.key = given.key
    order by given.place`);
  const first = new Map<string, string>();
  const spelled = new Map<string, string>();
  for (const { typed, key, used } of z.array(row).parse(rows)) {
    const word = used ?? first.get(key) ?? typed.replaceAll(/\s+/g, " ");
    first.set(key, word);
    spelled.set(typed, word);
  }
  return (words) => inOrder([...new Set(words.map((word) => spelled.get(word) ?? word))]);
}

/** Spells one list of words as the workspace does. */
export async function spell(
  database: Queries,
  of: Omit<Spelled, "words">,
  words: readonly string[],
): Promise<string[]> {
  return (await findSpelling(database, { ...of, words }))(words);
}
