/** How lists are searched: as everything is, by all the words, and by similar ones where nothing has them. */
import type { SQL } from "drizzle-orm";
import type { Member } from "../engine/current-user.ts";
import { invalidQuery } from "../engine/refusal.ts";
import type { Filter, ListRules } from "../engine/table.ts";
import { guess } from "./guessing.ts";
import { readTyped, type Typed } from "./typed-words.ts";

const maxTyped = 200;

interface ListSearch {
  readonly filter: Filter;
  readonly similar: NonNullable<ListRules["similar"]>;
}

/**
 * The filter "search" of a list, and what it finds where nothing has the words.
 * @param condition SQL of the rows that have all the words
 */
export function listSearch(condition: (words: Typed["words"], currentUser: Member) => SQL): ListSearch {
  return {
    filter(value, parameter, currentUser) {
      if (value.length > maxTyped)
        throw invalidQuery("invalid_filter", parameter, `Search for at most ${maxTyped} characters.`);
      const typed = readTyped(value);
      return typed === null ? null : condition(typed.words, currentUser);
    },
    async similar(database, currentUser, value) {
      const typed = readTyped(value);
      const meant = typed === null ? null : await guess(database, currentUser, typed);
      return meant === null ? null : condition(meant.words, currentUser);
    },
  };
}
