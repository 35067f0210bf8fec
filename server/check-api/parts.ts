import type { ServiceList } from "#app/json-api/service.ts";
import { type Spelling, spell } from "#app/json-api/spelling.ts";
import { attributesOf } from "./attributes.ts";
import { type Call, teachesNothing } from "./caller.ts";
import { filterValues, type ListCheck, withouts } from "./checks.ts";
import { addressOf, type Paging } from "./paging.ts";
import { linkageOf, nameIn, nobody, type Row, type Rows, readRows, valuesOf } from "./rows.ts";
import type { Note } from "./table.ts";

/** What a list does of what it is asked for: that it answers proves nothing. */

/** A list that is there. */
export interface FoundList {
  readonly word: string;
  readonly path: string;
  readonly type: string;
  /** What the list has to be asked with, as in "filter[client_id]=7"; "" for nothing. */
  readonly base: string;
  readonly rows: readonly Row[];
  readonly included: readonly Row[];
}

interface Surroundings {
  readonly call: Call;
  readonly paging: Paging;
  readonly spelling: Spelling;
  /** Ids of records by the words of their lists. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
  /** The status for what the service does not know. */
  readonly refused: number;
  readonly note: Note;
}

/** Whether a part is obeyed, and by what name; else what was seen. */
interface Outcome {
  readonly state: "works" | "without" | "untried";
  readonly said: string;
}

const obeyed = (said: string): Outcome => ({ state: "works", said });
const ignored = (said: string): Outcome => ({ state: "without", said });
const untried = (said: string): Outcome => ({ state: "untried", said });

const rowsOfPage = 100;

/** Tries the includes, sorts, filters and fields of a list, in the service's spellings in turn. */
export async function learnParts(
  found: FoundList,
  check: ListCheck,
  { call, paging, spelling, ids, refused, note }: Surroundings,
): Promise<Pick<ServiceList, "includes" | "sorts" | "filters" | "fields" | "untried">> {
  const nothing = { includes: {}, sorts: {}, filters: {}, fields: false };
  if (found.rows.length === 0) {
    note("untried", `${found.word} of records`, "There is none: what is obeyed is not known.");
    return { ...nothing, untried: true };
  }
  const wanted = Object.keys(attributesOf[found.word] ?? {});
  const lacking = (wanted.length === 0 ? ["latchkeyCheck"] : wanted).find((name) =>
    found.rows.every(({ attributes }) => nameIn(attributes, name) === undefined),
  );
  let list = found;
  const outcomes = new Set<Outcome["state"] | undefined>();

  /** Asks the list; a refusal is what is said of it. */
  async function ask(
    ...parts: readonly string[]
  ): Promise<{ page: Rows; refusal: null } | { page: null; refusal: Outcome }> {
    const size = paging.size === null ? "" : `${paging.size}=${Math.min(paging.largest, rowsOfPage)}`;
    const answer = await call(addressOf(list.path, list.base, size, ...parts));
    const page = readRows(answer);
    if (page !== null) return { page, refusal: null };
    const refusal =
      teachesNothing(answer) && answer.status !== refused
        ? untried(`It ${answer.said}, which teaches nothing.`)
        : ignored(`It ${answer.said}.`);
    return { page, refusal };
  }

  /** Notes each part, and gives the names of those that are obeyed. */
  async function learn(names: readonly string[], kind: "include" | "sort" | "filter", attempt: typeof trySort) {
    const works: Record<string, string> = {};
    for (const name of names) {
      const failures: Outcome[] = [];
      const [, other] = (kind === "filter" && /^(.*)_id$/.exec(name)) || [];
      const linked = other === undefined ? [] : [...spellingsOf(other), `${spell(other, spelling)}.id`];
      for (const spelled of [...spellingsOf(name), ...linked]) {
        const outcome = await attempt(name, spelled);
        if (outcome.state === "works") works[name] = outcome.said;
        else failures.push(outcome);
        if (outcome.state === "works") break;
      }
      const part = `${list.word} ${kind === "filter" ? `filter[${name}]` : `${kind}=${name}`}`;
      const failure = failures.find(({ state }) => state === "untried") ?? failures[0];
      outcomes.add(works[name] === undefined ? failure?.state : "works");
      if (works[name] !== undefined) note("works", part, part.endsWith(works[name]) ? "" : `as ${works[name]}`);
      else if (failure !== undefined) note(failure.state, part, failure.said, withouts[part]);
    }
    return works;
  }

  /** The spellings of a name, the likeliest first. */
  function spellingsOf(name: string): readonly string[] {
    const known = list.rows.map(({ attributes, relationships }) => nameIn({ ...attributes, ...relationships }, name));
    const spelled = ([spelling, "snake", "camel", "dash"] as const).map((how) => spell(name, how));
    return [...new Set([...known.filter((one) => one !== undefined), ...spelled])];
  }

  async function tryInclude(name: string, include: string): Promise<Outcome> {
    const { page, refusal } = await ask(`include=${include}`);
    if (page === null) return refusal;
    const linked = ({ rows }: Pick<Rows, "rows">) => rows.map((row) => linkageOf(row, name));
    const links = linked(page).flatMap((one) => one ?? []);
    const hasCome = links.some(({ id }) => page.included.some((one) => one.id === id));
    const isNew = linked(list).includes(null) && !linked(page).includes(null);
    if (!hasCome && !isNew)
      return links.length > 0 || linked(page).includes(null)
        ? ignored("It is ignored.")
        : untried("No record has one.");
    const more = new Map(page.rows.map((row) => [row.id, row]));
    const rows = list.rows.map((row) => ({
      ...row,
      relationships: { ...row.relationships, ...linkedIn(more.get(row.id)) },
    }));
    list = { ...list, rows, included: [...list.included, ...page.included] };
    return obeyed(include);
  }

  /** Pages ask for attributes that a service may not have. */
  async function tryFields(): Promise<Outcome> {
    const names = Object.keys(list.rows[0]?.attributes ?? {});
    const [known = ""] = names;
    if (names.length < 2) return untried("Records have no two attributes.");
    const { page, refusal } = await ask(
      `fields[${list.type}]=${[known, ...(lacking === undefined ? [] : [spell(lacking, spelling)])]}`,
    );
    if (page === null) return refusal;
    const others = page.rows.flatMap(({ attributes }) => Object.keys(attributes)).filter((name) => name !== known);
    return others.length === 0 && page.rows.length > 0 ? obeyed("") : ignored("It is ignored.");
  }

  async function trySort(name: string, sort: string): Promise<Outcome> {
    if (list.rows.length < 2) return untried("There are no two records.");
    const [up, down] = [await ask(`sort=${sort}`), await ask(`sort=-${sort}`)];
    if (up.page === null) return up.refusal;
    if (down.page === null) return down.refusal;
    const [first = nobody, last = nobody] = [up.page.rows[0], down.page.rows[0]];
    const values = [...up.page.rows, ...down.page.rows].map((row) => valuesOf(row, name, list.included)[0]);
    if (list.rows.some(({ attributes }) => nameIn(attributes, name) !== undefined) && new Set(values).size < 2)
      return untried("All records have the same.");
    if (first.id === last.id) return ignored("It is ignored: both ways begin with the same record.");
    const isOther = isAfter(valuesOf(first, name)[0], valuesOf(last, name)[0]);
    return isOther ? ignored("The order is not what was asked for.") : obeyed(sort);
  }

  async function tryFilter(name: string, spelled: string): Promise<Outcome> {
    if (list.base.startsWith(`filter[${name}]=`)) return obeyed(`filter[${name}]`);
    const { apart, fewer, some, none, of = [name], beside = "" } = filterValues[name] ?? {};
    const asked = (value: string) => ask(`filter[${spelled}]=${encodeURIComponent(value)}`, beside);
    if (apart !== undefined || fewer !== undefined) {
      const chosen = await asked(apart?.[0] ?? fewer ?? "");
      if (chosen.page === null) return chosen.refusal;
      const others = apart === undefined ? { page: null } : await asked(apart[1]);
      const ids = chosen.page.rows.map(({ id }) => id);
      if (others.page !== null) {
        if (others.page.rows.some(({ id }) => ids.includes(id)))
          return ignored(`It is ignored: ${apart?.join(" and ")} give the same.`);
        return ids.length + others.page.rows.length > 0
          ? obeyed(`filter[${spelled}]`)
          : untried("No record is either.");
      }
      if ((await asked(unlike())).page?.rows.length)
        return ignored("It is ignored: a value that there cannot be gives records.");
      const all = (await ask()).page?.rows.map(({ id }) => id) ?? [];
      const isPart = ids.length > 0 && ids.length < all.length && ids.every((id) => all.includes(id));
      return isPart ? obeyed(`filter[${spelled}]`) : untried("It takes no record away, as far as can be seen.");
    }
    // A value that there cannot be must give nothing, and one of a record that record.
    const own = (row: Row) => of.flatMap((one) => valuesOf(row, one, list.included));
    const owner = list.rows.find((row) => own(row).length > 0);
    const known = owner === undefined ? relatedTo(name) : own(owner).slice(0, 1);
    const nothing = await asked(none ?? unlike(known[0], name));
    if (nothing.page !== null && nothing.page.rows.length > 0)
      return ignored(`It is ignored: a value that no record has gives ${nothing.page.rows.length}.`);
    for (const value of some === undefined ? known : [some]) {
      const { page, refusal } = await asked(value);
      if (page === null) return refusal;
      const isRight =
        page.rows.some(({ id }) => id === owner?.id) || page.rows.every((row) => own(row).includes(value));
      const isProven = some !== undefined || owner === undefined || isRight;
      if (page.rows.length > 0 && isProven) return obeyed(`filter[${spelled}]`);
      if (owner !== undefined && some === undefined) return ignored("A record's own value does not give that record.");
    }
    return nothing.refusal ?? untried("No record has a value to try it with.");
  }

  /** Ids of what a filter like "client_id" or "fits_client_id" names. */
  function relatedTo(name: string): readonly string[] {
    const noun = name.split("_").at(-2) ?? "";
    return (ids[noun === "account" ? "accounts/members" : noun.replace(/y$/, "ie").concat("s")] ?? []).slice(0, 3);
  }

  const includes = await learn(check.includes, "include", tryInclude);
  const fields = await tryFields();
  if (wanted.length > 0) outcomes.add(fields.state);
  // The app asks for attributes of those lists alone that it knows.
  const without = fields.state === "works" ? "" : "Answers have more than is shown.";
  if (wanted.length > 0) note(fields.state, `${list.word} fields`, fields.said, without);
  const sorts = await learn(check.sorts, "sort", trySort);
  const filters = await learn(check.filters, "filter", tryFilter);
  return {
    includes,
    sorts,
    filters,
    fields: fields.state === "works",
    ...(outcomes.has("untried") && { untried: true }),
  };
}

/** The relationships of a record that name others. */
function linkedIn(row: Row = nobody) {
  return Object.fromEntries(Object.entries(row.relationships).filter(([name]) => linkageOf(row, name) !== null));
}

/** Of moments and numbers alone: words have many orders. */
function isAfter(one = "", other = ""): boolean {
  const both = [one, other];
  if (both.every((value) => value !== "" && Number.isFinite(Number(value)))) return Number(one) > Number(other);
  return both.every((value) => /^\d{4}-\d\d-\d\d/.test(value)) && Date.parse(one) > Date.parse(other);
}

/** A value of the same form that there cannot be. */
function unlike(value = "", name = ""): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) return "00000000-0000-4000-8000-00000000dead";
  return /^\d+$/.test(value) && /ids?$/.test(name) ? "987654321" : "latchkey check qzxv";
}
