import type { RouterContextProvider } from "react-router";
import { findClientAddress } from "../clients/clients.server.ts";
import type { Api } from "../json-api/api.ts";
import { settle } from "../json-api/settle.ts";
import { findAddress } from "../packages/packages.server.ts";
import { apiOf, logFaults } from "../session/session.server.ts";
import type { Part } from "../ui/not-loaded.tsx";
import type { ShownFit } from "./fit-filter.tsx";
import { findClientFits, findPackageFits } from "./fits.server.ts";
import { mostFits } from "./fits.ts";

/** What a list shows of the record that its own fit. */
interface FitFilter {
  /** @param all the address of the list without the filter */
  readonly shownAt: (all: string) => ShownFit;
  /** How well a record of the list fits, and why; null where that is not known. */
  readonly reasonOf: (id: string) => string | null;
}

type Rated = readonly { readonly id: string; readonly score: number; readonly reasons: readonly string[] }[];

interface Kind {
  readonly nameOf: (api: Api, id: string) => Promise<string>;
  readonly fitsOf: (api: Api, id: string) => Promise<{ readonly hasMore: boolean; readonly fits: Rated }>;
  /** Said of a record that is not there. */
  readonly gone: string;
}

/** By what is compared with the list's records. */
const kinds: Readonly<Record<"client" | "package", Kind>> = {
  package: {
    nameOf: async (api, id) => (await findAddress(api, id)).street,
    async fitsOf(api, id) {
      const { hasMore, fits } = await findClientFits(api, id, mostFits);
      return { hasMore, fits: fits.map((fit) => ({ ...fit, id: fit.clientId })) };
    },
    gone: "Fits a property that no longer exists",
  },
  client: {
    nameOf: async (api, id) => (await findClientAddress(api, id)).name,
    async fitsOf(api, id) {
      const { hasMore, fits } = await findPackageFits(api, id, mostFits);
      return { hasMore, fits: fits.map((fit) => ({ ...fit, id: fit.packageId })) };
    },
    gone: "Fits a client who no longer exists",
  },
};

/**
 * What a list says of the record that its own fit: begin before the list itself is awaited. The promise never rejects.
 * @param id null where the list shows all of its records, which gives null
 */
export async function loadFitFilter(
  context: Readonly<RouterContextProvider>,
  kind: "client" | "package",
  id: string | null,
): Promise<FitFilter | null> {
  if (id === null) return null;
  const { nameOf, fitsOf, gone } = kinds[kind];
  const [api, onFault] = [apiOf(context), logFaults(context)];
  const [name, found] = await Promise.all([
    settle(api, (api) => nameOf(api, id), onFault),
    settle(api, (api) => fitsOf(api, id), onFault),
  ]);
  const rated = new Map(found.ok ? found.data.fits.map((fit) => [fit.id, fit]) : []);
  const best = found.ok && found.data.hasMore ? `: the best ${mostFits}` : "";
  const text = name.ok
    ? `Fits ${name.data}${best}`
    : name.code === "missing"
      ? gone
      : `Fits one ${kind === "package" ? "property" : "client"}`;
  const part: Part = (!name.ok && name.code !== "missing" && name) || (found.ok ? { ok: true } : found);
  return {
    shownAt: (all) => ({ id, text, all, part }),
    reasonOf(of) {
      const fit = rated.get(of);
      return fit === undefined ? null : [`${fit.score}%`, ...fit.reasons].join(" · ");
    },
  };
}
