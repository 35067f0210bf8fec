import type { RouterContextProvider } from "react-router";
import { mostPackages } from "../action-paths.ts";
import type { Api } from "../json-api/api.ts";
import { type Settled, settle } from "../json-api/settle.ts";
import { findPackageFits } from "../matching/fits.server.ts";
import { pickablePackages } from "../packages/pickable-packages.server.ts";
import { type PictureOf, picturesOf } from "../picking/picking.server.ts";
import { apiOf, logFaults } from "../session/session.server.ts";
import { cityLine } from "../ui/city-line.ts";
import type { Part } from "../ui/not-loaded.tsx";
import { formatCount, formatMoney } from "../ui/number-format.ts";
import { isBare, type PackageChoice } from "./package-share.ts";
import { findPackageChoice } from "./shares.server.ts";

/** The properties that can be shared with a client. */

type Context = Readonly<RouterContextProvider>;

/** As many of those that fit as are offered first. */
const mostFitting = 5;
/** As many as are listed besides those that are chosen. */
const mostOffered = 10;

/** Properties as the page lists them: those that are ticked first, then those that fit, and then those that were found. */
export interface PackageChoices {
  readonly search: string;
  /** How many were found. */
  readonly found: number;
  readonly isGuess: boolean;
  readonly rows: readonly PackageChoiceRow[];
  /** The ids of those that fit and that the client does not have. */
  readonly fitting: readonly string[];
  /** Whether it could be found out what fits the client. */
  readonly fits: Part;
}

export interface PackageChoiceRow {
  readonly id: string;
  readonly name: string;
  /** Price and place. */
  readonly detail: string;
  /** A path on our own server. */
  readonly picture: string | null;
  /** What the client would see besides the address, as in "3 photos, facts, 2 documents"; null for nothing. */
  readonly sees: string | null;
  readonly sharedAt: string | null;
  readonly openedAt: string | null;
  readonly isPaired: boolean;
  /** Why it cannot be shared; null where it can be. */
  readonly obstacle: string | null;
}

/** The ids of the best properties that fit a client and that they have no opportunity for. The promise never rejects. */
async function listFittingPackages(context: Context, clientId: string): Promise<Settled<readonly string[]>> {
  const found = await settle(apiOf(context), (api) => findPackageFits(api, clientId, mostFitting), logFaults(context));
  if (!found.ok) return found;
  return { ok: true, data: found.data.fits.filter(({ isPaired }) => !isPaired).map(({ packageId }) => packageId) };
}

/**
 * What may be chosen: `first`, then what fits and what a search finds, or the newest where nothing is searched for.
 * @throws ApiError "missing"
 */
export async function listPackageChoices(
  context: Context,
  clientId: string,
  { search, first }: { readonly search: string; readonly first: readonly string[] },
): Promise<PackageChoices> {
  const api = apiOf(context);
  const [{ options, isGuess }, fitting] = await Promise.all([
    offered(api, search),
    listFittingPackages(context, clientId),
  ]);
  const fits = fitting.ok ? fitting.data : [];
  const found = options.slice(0, mostOffered).map(({ id }) => id);
  const inOrder = search === "" ? [...first, ...fits, ...found] : [...first, ...found, ...fits];
  const ids = [...new Set(inOrder)].slice(0, mostPackages);
  const rows = (await findPackageChoice(api, clientId, ids)).map(rowWith(picturesOf(context)));
  const fittingRows = rows.filter(({ id, obstacle }) => obstacle === null && fits.includes(id));
  return {
    search,
    found: options.length,
    isGuess,
    rows,
    fitting: fittingRows.map(({ id }) => id),
    fits: fitting.ok ? { ok: true } : fitting,
  };
}

async function offered(api: Api, search: string) {
  const packages = pickablePackages(api);
  return search === "" ? { options: await packages.first(), isGuess: false } : packages.search(search);
}

const words: Readonly<Record<string, string>> = {
  costs: "costs",
  findings: "inspection findings",
  comparables: "comparable sales",
};

const rowWith =
  (pictureOf: PictureOf) =>
  (found: PackageChoice): PackageChoiceRow => {
    const { packageId: id, street: name, listPrice, photos, documents, released } = found;
    const price = listPrice === null ? "" : formatMoney(listPrice.currency, listPrice.amount);
    const sees = [
      ...(photos === 0 ? [] : [formatCount(photos, "photo")]),
      ...(found.hasFacts ? ["facts"] : []),
      ...(documents === 0 ? [] : [formatCount(documents, "document")]),
      ...released.flatMap((part) => words[part] ?? []),
    ];
    return {
      id,
      name,
      detail: [price, cityLine(found)].filter((part) => part !== "").join(" · "),
      picture: pictureOf(found.photoUrl),
      sees: isBare(found) ? null : sees.join(", "),
      sharedAt: found.sharedAt,
      openedAt: found.openedAt,
      isPaired: found.isPaired,
      obstacle: found.isArchived ? "Archived" : found.canShare ? null : "Not yours to share",
    };
  };
