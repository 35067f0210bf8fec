/** Finds the words of a search in documents' texts. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { foldLetters } from "../../../spelling/folding.ts";
import { action, type Route } from "../engine/action.ts";
import { listed } from "../engine/answer.ts";
import { recordType } from "../engine/record.ts";
import { contains, wordsOf } from "../engine/text.ts";
import { documents, documentTexts } from "../tables.ts";
import { visibleDocuments } from "../visibility.ts";

const maxDocuments = 50;
const reach = { before: 60, after: 140 };

const snippet = recordType(
  "document_snippet",
  z.object({
    document_id: z.uuid(),
    page: z.int(),
    before: z.string(),
    match: z.string(),
    after: z.string(),
  }),
);

/** Accents are folded by the service: a page with accents may be missed here. */
const pageText = sql`translate(lower(page.text), '‘’ʼ', '''''''')`;

const parameters = z.object({
  search: z.string().trim().min(1, "Say what to search for.").max(200, "Search for at most 200 characters."),
  document_ids: z
    .string()
    .transform((ids) => ids.split(","))
    .pipe(z.array(z.uuid("An id is a UUID.")).max(maxDocuments, `Ask about at most ${maxDocuments} documents.`)),
});

/** For each document the place with most of the words; none where only the label has them. */
export const snippetsRoute: Route = action({
  method: "GET",
  path: "/documents/snippets",
  summary: "The places in documents' texts where the words of a search stand, at most one a document",
  access: "workspace",
  parameters,
  answers: { status: 200, of: snippet, many: true },
  async run({ database, currentUser, parameters: { search, document_ids: ids } }) {
    const words = wordsOf(search);
    if (words.length === 0) return listed(snippet, []);
    const has = words.map((word) => sql`(${contains(pageText, word)})::int`);
    const score = sql.join(has, sql` + `);
    const isAsked = sql`${documents.id} in ${ids} and ${documents.trashedAt} is null and ${visibleDocuments(currentUser)}`;
    const { rows } = await database.execute<{ id: string; page: number; text: string }>(sql`
      select distinct on (${documents.id}) ${documents.id} as id, page.number::int as page, page.text as text
      from ${documents} join ${documentTexts} on ${documentTexts.fileId} = ${documents.fileId}
      cross join lateral unnest(${documentTexts.pages}) with ordinality as page (text, number)
      where ${isAsked} and ${score} > 0
      order by ${documents.id}, ${score} desc, page.number`);
    const found = [];
    for (const { id, page, text } of rows) {
      const place = placeOf(text, words);
      if (place !== null) found.push({ id: `${id}-${page}`, attributes: { document_id: id, page, ...place } });
      // Fifty long pages would block other requests.
      await nextTurn();
    }
    return listed(snippet, found);
  },
});

/** The first of the words in a text, with its surroundings; null for none. */
export function placeOf(text: string, words: readonly string[]) {
  const line = text.replace(/\s+/g, " ").trim();
  const { folded, origins } = foldedWithOrigins(line);
  const places = words.flatMap((word) => {
    const at = folded.indexOf(word);
    return at < 0 ? [] : [{ at, end: at + word.length }];
  });
  const [first] = places.toSorted((one, other) => one.at - other.at);
  if (first === undefined) return null;
  const [start, end] = [origins[first.at] ?? 0, origins[first.end] ?? line.length];
  const from = start <= reach.before ? 0 : line.indexOf(" ", start - reach.before) + 1 || start;
  const cut = end + reach.after >= line.length ? line.length : line.lastIndexOf(" ", end + reach.after);
  const to = Math.max(cut, end);
  return {
    before: `${from > 0 ? "… " : ""}${line.slice(Math.min(from, start), start)}`.toWellFormed(),
    match: line.slice(start, end).toWellFormed(),
    after: `${line.slice(end, to)}${to < line.length ? " …" : ""}`.toWellFormed(),
  };
}

/** A text folded, with the source's position of each character. */
function foldedWithOrigins(text: string) {
  const origins: number[] = [];
  // Folding is slow, so each letter is folded once.
  const known = new Map<string, string>();
  let folded = "";
  let place = 0;
  for (const [character] of text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    const plain = known.get(character) ?? foldLetters(character);
    known.set(character, plain);
    folded += plain;
    for (let unit = 0; unit < plain.length; unit += 1) origins.push(place);
    place += character.length;
  }
  return { folded, origins };
}
