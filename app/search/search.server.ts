import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { labelOfStage } from "../labels.ts";
import { clientPath, messagesPath, opportunityPath, packagePath, taskPath, threadPath } from "../record-paths.ts";
import { type Findings, type Hit, type HitGroup, type KindKey, mostOfKind, nothingFound } from "./search.ts";

interface Kind {
  readonly title: string;
  /** @param words that it is found by */
  readonly pathOf: (id: string, words: string) => string;
  /** The list that has the same words in all its records; null where no list is searched. */
  readonly listOf: ((words: string) => string) | null;
}

const withWords = (path: string) => (words: string) => `${path}?${new URLSearchParams({ q: words })}`;

/** In the order in which they are shown. */
const kinds: Readonly<Record<KindKey, Kind>> = {
  client: { title: "Clients", pathOf: (id) => clientPath(id), listOf: withWords("/clients/") },
  opportunity: { title: "Opportunities", pathOf: (id) => opportunityPath(id), listOf: null },
  package: { title: "Properties", pathOf: (id) => packagePath(id), listOf: withWords("/packages/") },
  document: { title: "Documents", pathOf: (id) => `/documents/${id}`, listOf: withWords("/documents") },
  task: { title: "Tasks", pathOf: (id) => taskPath(id), listOf: null },
  message: {
    title: "Messages",
    pathOf: (id, words) => withWords(threadPath(id))(words),
    listOf: withWords(messagesPath),
  },
};

const kindKeys: readonly KindKey[] = ["client", "opportunity", "package", "document", "task", "message"];

const text = z.nullable(z.string());
const results = z.array(
  z.object({
    attributes: z.object({
      subjectType: z.string(),
      subjectId: z.string(),
      title: z.string(),
      detail: text,
      pictureUrl: text,
      stage: text,
      /** The line by which it is found, where neither title nor detail has the words. */
      reason: z.optional(text),
      isGuess: z.boolean(),
    }),
  }),
);
type Match = z.output<typeof results>[number]["attributes"];

type PictureOf = (url: string) => string;

/**
 * The best of each kind of record that has the words.
 * @throws ApiError "missing" where the service has no such search
 */
export async function findEverything(api: Api, words: string, pictureOf: PictureOf): Promise<Findings> {
  if (words === "") return nothingFound;
  // One more of each kind tells whether there are more.
  const hits = await findMatches(api, words, { limit: mostOfKind + 1, kinds: kindKeys });
  return {
    groups: kindKeys.flatMap((kind) => groupOf(kind, hits, words, pictureOf)),
    isGuess: hits.some(({ isGuess }) => isGuess),
  };
}

/**
 * The best of each of these kinds that has the words, or else similar ones; kind by kind.
 * @throws ApiError "missing" where the service has no such search
 */
export async function findMatches(
  api: Api,
  words: string,
  { limit, kinds }: { readonly limit: number; readonly kinds: readonly string[] },
): Promise<readonly Match[]> {
  const query = { query: words, limit, ...(kinds === kindKeys ? {} : { kinds: kinds.join(",") }) };
  const found = await api.act("/search", results, {}, { method: "GET", query, failure: "Failed to search" });
  // A service that does not know the parameter gives all kinds.
  return found.map(({ attributes }) => attributes).filter(({ subjectType }) => kinds.includes(subjectType));
}

function groupOf(kind: KindKey, found: readonly Match[], words: string, pictureOf: PictureOf): HitGroup[] {
  const own = found.filter(({ subjectType }) => subjectType === kind);
  if (own.length === 0) return [];
  const { title, listOf } = kinds[kind];
  const isCut = own.length > mostOfKind && !own.some(({ isGuess }) => isGuess);
  const hits = own.slice(0, mostOfKind).map((result) => hitOf(kind, result, words, pictureOf));
  return [{ kind, title, hits, more: isCut && listOf !== null ? listOf(words) : null }];
}

function hitOf(
  kind: KindKey,
  { subjectId: id, title, detail, pictureUrl, stage, reason }: Match,
  words: string,
  pictureOf: PictureOf,
): Hit {
  const foundBy = typeof reason === "string" ? `Found by “${reason}”` : null;
  const details = [detail, stage === null ? null : labelOfStage(stage), foundBy].filter((part) => part !== null);
  return {
    id,
    href: kinds[kind].pathOf(id, words),
    title,
    detail: details.length === 0 ? null : details.join(" · "),
    picture: pictureUrl === null ? null : pictureOf(pictureUrl),
  };
}
