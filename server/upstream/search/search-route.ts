import { z } from "zod";
import { fold } from "../../../spelling/folding.ts";
import { action, type Route } from "../engine/action.ts";
import { listed } from "../engine/answer.ts";
import { recordType } from "../engine/record.ts";
import { guess } from "./guessing.ts";
import { selectFound } from "./sources.ts";
import { readTyped, type Typed } from "./typed-words.ts";

const kinds = ["client", "opportunity", "package", "document", "task", "message"] as const;
type Kind = (typeof kinds)[number];

/** The most of one kind that may be asked for. */
const maxOfKind = 25;

const attributes = z.object({
  subject_type: z.enum(kinds),
  subject_id: z.uuid(),
  title: z.string(),
  detail: z.string().nullable(),
  picture_url: z.string().nullable(),
  /** Of an opportunity. */
  stage: z.string().nullable(),
  /** Of what has a word in neither title nor detail: the line that has it, folded, as in "pat orell" of a household. */
  reason: z.string().nullable(),
  /** Whether nothing matches the words as they were typed, and this matches similar ones. */
  is_guess: z.boolean(),
});
const searchResult = recordType("search_result", attributes);
const rows = z.array(attributes.omit({ is_guess: true, reason: true }).extend({ found_in: z.string().nullable() }));

const parameters = z.object({
  query: z.string().max(200, "Search for at most 200 characters."),
  limit: z.coerce.number().int().min(1).max(maxOfKind).default(5),
  kinds: z
    .string()
    .refine(isListOfKinds, `Use ${kinds.join(", ")}, with commas between them.`)
    .default(kinds.join(",")),
});

/** GET: the best of each wanted kind of record that has all the words; where nothing has them, what has similar ones. */
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
  return found.map(({ found_in, ...row }) => ({
    id: `${row.subject_type}-${row.subject_id}`,
    attributes: { ...row, reason: reasonOf(row, found_in ?? "", typed), is_guess: isGuess },
    can: [],
  }));
}

/** So much of a long line is told, from a little before the word on. */
const longestReason = 60;
const before = 20;

function reasonOf(
  { title, detail }: { readonly title: string; readonly detail: string | null },
  foundIn: string,
  { words }: Typed,
): string | null {
  const shown = fold(`${title} ${detail ?? ""}`);
  const unseen = words.find((spellings) => !spellings.some((word) => shown.includes(word)));
  const hits = (unseen ?? []).flatMap((word) => foundIn.split("\n").map((line) => ({ line, at: line.indexOf(word) })));
  const hit = hits.find(({ at }) => at >= 0);
  if (hit === undefined) return null;
  const start = hit.line.length <= longestReason ? 0 : Math.max(0, hit.at - before);
  return hit.line.slice(start, start + longestReason).toWellFormed();
}
