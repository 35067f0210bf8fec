import { redirect } from "react-router";
import type { Api } from "../json-api/api.ts";
import { type OnFault, type Settled, settle } from "../json-api/settle.ts";
import { forParameter, noFilter, readFilter, type ShownFilter, typedParameter } from "./filter-pick.ts";
import { type Candidate, type Meaning, soughtWords } from "./pick.ts";
import { isGone, type Pickable, understand } from "./picking.server.ts";

/** What lists are narrowed down to: what it is called in sentences, and where it cannot be found. */
const kinds = {
  clients: { noun: "client", gone: "Unknown client" },
  colleagues: { noun: "colleague", gone: "Former colleague" },
} as const;
export type FilterKind = keyof typeof kinds;

interface FilterOptions {
  /** The filter's query parameter. */
  readonly name: string;
  readonly kind: FilterKind;
  /** The record where the query parameters say it under another name. */
  readonly otherwise?: string | null;
}

interface FoundFilter {
  /** The record to narrow the list down to; null for all. */
  readonly id: string | null;
  /** Settled, and under way while the list itself is asked for. A list that cannot have its filter's record is shown all the same. */
  readonly shown: Promise<ShownFilter>;
}

/**
 * A list's filter by a record.
 * @throws a redirect to the URL with the record's id where a typed text means one
 */
export async function findFilter(
  api: Api,
  pickableOf: (api: Api) => Pickable,
  url: URL,
  { name, kind, otherwise = null }: FilterOptions,
  onFault: OnFault,
): Promise<FoundFilter> {
  const { noun, gone } = kinds[kind];
  const { id: picked, text } = readFilter(url.searchParams, name);
  const id = picked ?? (text === "" ? otherwise : null);
  if (id !== null) {
    const finding = settle(api, (api) => pickableOf(api).find(id), onFault);
    return { id, shown: finding.then((found) => shownAs(found, { id, noun, gone })) };
  }
  if (text === "") return whole(noFilter);
  const meaning = await settle(
    api,
    (api) => understand(pickableOf(api), { text, chosen: null, chosenFor: null }),
    onFault,
  );
  const ask = (question: string, options: readonly Candidate[] = []) =>
    whole({ ...noFilter, text: soughtWords(text), question: { text: question, options } });
  if (!meaning.ok) return ask(`The list shows everything: “${text}” could not be searched for.`);
  const only = onlyOne(meaning.data);
  if (only !== null) throw redirect(urlWith(url, name, only));
  if (meaning.data.kind !== "several") return ask(`The list shows everything: no ${noun} is called “${text}”.`);
  const { candidates, isGuess, isUnsearched } = meaning.data;
  if (isUnsearched) return ask(`The connected service can't search for “${text}”. Which one do you mean?`, candidates);
  return ask(
    isGuess ? `No ${noun} is called “${text}”. Did you mean` : `Which one do you mean by “${text}”?`,
    candidates,
  );
}

function shownAs(
  found: Settled<Candidate>,
  { id, noun, gone }: { id: string; noun: string; gone: string },
): ShownFilter {
  if (found.ok) return { ...noFilter, chosen: found.data };
  if (isGone(found.code)) return { ...noFilter, chosen: { id, name: gone, detail: "" } };
  const again = { id, name: "Check again", detail: "" };
  const text = `The list shows one ${noun} only, whose name couldn't be loaded.`;
  return { ...noFilter, chosen: { id, name: `This ${noun}`, detail: "" }, question: { text, options: [again] } };
}

const whole = (shown: ShownFilter): FoundFilter => ({ id: null, shown: Promise.resolve(shown) });

/** A single match will do: a list that was narrowed down too far is widened by one click. */
function onlyOne(meaning: Meaning): string | null {
  if (meaning.kind === "one") return meaning.id;
  if (meaning.kind === "none" || meaning.isGuess) return null;
  const [first, ...others] = meaning.candidates;
  return first !== undefined && others.length === 0 ? first.id : null;
}

function urlWith({ pathname, searchParams }: URL, name: string, id: string): string {
  const parameters = new URLSearchParams(searchParams);
  for (const known of [typedParameter(name), forParameter(name)]) parameters.delete(known);
  parameters.set(name, id);
  return `${pathname}?${parameters}`;
}
