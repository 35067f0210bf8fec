/** The clients whom a property fits, and the properties that fit a client: found by the index, decided by the rule, the best first. */
import type { Member } from "../engine/current-user.ts";
import type { Reads } from "../engine/queries.ts";
import {
  clientCandidates,
  type FoundClient,
  type FoundPackage,
  findProperty,
  findWishes,
  packageCandidates,
} from "./candidates.ts";
import { type Fit, fitOf } from "./fit.ts";

/** The most that are listed and counted. */
export const mostFits = 100;

type Rated<Shown> = Shown & Pick<Fit, "score" | "reasons">;

/** What fits of what was found: the best first, and among equals in the order of their words. */
function listFits<Shown>(
  compared: readonly { readonly shown: Shown; readonly word: string; readonly fit: Fit }[],
): Rated<Shown>[] {
  return compared
    .filter(({ fit }) => fit.fits)
    .sort((one, other) => other.fit.score - one.fit.score || one.word.localeCompare(other.word, "en"))
    .map(({ shown, fit: { score, reasons } }) => ({ ...shown, score, reasons }));
}

/** The clients whom a property fits; null where it does not exist for the current user. There may be more than `mostFits`. */
export async function fittingClients(
  database: Reads,
  currentUser: Member,
  id: string,
): Promise<readonly Rated<FoundClient["shown"]>[] | null> {
  const property = await findProperty(database, currentUser, id);
  if (property === null) return null;
  const candidates = await clientCandidates(database, currentUser, { ...property, id });
  return listFits(candidates.map(({ shown, wishes }) => ({ shown, word: shown.name, fit: fitOf(wishes, property) })));
}

/** The properties that fit a client; null where they do not exist for the current user. There may be more than `mostFits`. */
export async function fittingPackages(
  database: Reads,
  currentUser: Member,
  id: string,
): Promise<readonly Rated<FoundPackage["shown"]>[] | null> {
  const wishes = await findWishes(database, currentUser, id);
  if (wishes === null) return null;
  const candidates = await packageCandidates(database, currentUser, { ...wishes, id });
  return listFits(
    candidates.map(({ shown, property }) => ({ shown, word: shown.street, fit: fitOf(wishes, property) })),
  );
}
