import type { RouterContextProvider } from "react-router";
import type { Api } from "../json-api/api.ts";
import { orNull } from "../json-api/api-error.ts";
import { path } from "../json-api/path.ts";
import { resource } from "../json-api/resource.ts";
import { settle } from "../json-api/settle.ts";
import { type PictureOf, picturesOf } from "../picking/picking.server.ts";
import { clientPath, packagePath } from "../record-paths.ts";
import { apiOf, logFaults } from "../session/session.server.ts";
import { cityLine } from "../ui/city-line.ts";
import type { Part } from "../ui/not-loaded.tsx";
import { formatMoney } from "../ui/number-format.ts";
import type { ShownFit } from "./fit-filter.tsx";
import {
  type ClientFit,
  clientFitsAttributes,
  clientFitsPath,
  countOfFits,
  type Fits,
  mostFits,
  type PackageFit,
  packageFitsAttributes,
  packageFitsPath,
} from "./fits.ts";
import type { FitRow, FitsPanelData } from "./fits-panel.tsx";

interface FitFilter {
  /** @param all the address of the list without the filter */
  readonly shownAt: (all: string) => ShownFit;
  /** How well a record of the list fits, and why; null where that is not known. */
  readonly reasonOf: (id: string) => string | null;
}

type Rated = readonly { readonly id: string; readonly score: number; readonly reasons: readonly string[] }[];

interface Kind {
  readonly fitsOf: (api: Api, id: string) => Promise<{ readonly hasMore: boolean; readonly fits: Rated }>;
  /** Said of a record that is not there. */
  readonly gone: string;
}

const kinds: Readonly<Record<"client" | "package", Kind>> = {
  package: {
    async fitsOf(api, id) {
      const { hasMore, fits } = await findClientFits(api, id, mostFits);
      return { hasMore, fits: fits.map((fit) => ({ ...fit, id: fit.clientId })) };
    },
    gone: "Fits a property that no longer exists",
  },
  client: {
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
 * @param nameOf finds what the record is called
 */
export async function loadFitFilter(
  context: Readonly<RouterContextProvider>,
  kind: "client" | "package",
  id: string | null,
  nameOf: (api: Api, id: string) => Promise<string>,
): Promise<FitFilter | null> {
  if (id === null) return null;
  const { fitsOf, gone } = kinds[kind];
  const [api, onFault] = [apiOf(context), logFaults(context)];
  const [name, found] = await Promise.all([
    settle(api, (api) => orNull(nameOf(api, id)), onFault),
    settle(api, (api) => fitsOf(api, id), onFault),
  ]);
  const rated = new Map(found.ok ? found.data.fits.map((fit) => [fit.id, fit]) : []);
  const best = found.ok && found.data.hasMore ? `: the best ${mostFits}` : "";
  const isGone = name.ok && name.data === null;
  const known = name.ok ? `Fits ${name.data}${best}` : `Fits one ${kind === "package" ? "property" : "client"}`;
  const text = isGone ? gone : known;
  const part: Part = (!name.ok && name) || (found.ok || isGone ? { ok: true } : found);
  return {
    shownAt: (all) => ({ text, all, part }),
    reasonOf(of) {
      const fit = rated.get(of);
      return fit === undefined ? null : [`${fit.score}%`, ...fit.reasons].join(" · ");
    },
  };
}

type Context = Readonly<RouterContextProvider>;

const mostInPanel = 3;

/** The clients whom a property fits, for a panel of its page. The promise never rejects. */
export async function fetchClientFits(context: Context, packageId: string): Promise<FitsPanelData> {
  const load = (api: Api) => findClientFits(api, packageId, mostInPanel);
  return {
    noun: "clients",
    here: packagePath(packageId),
    all: clientFitsPath(packageId),
    found: await settle(
      apiOf(context),
      async (api) => shownClients(await load(api), picturesOf(context)),
      logFaults(context),
    ),
  };
}

/** The properties that fit a client, for a panel of their page. The promise never rejects. */
export async function fetchPackageFits(context: Context, clientId: string): Promise<FitsPanelData> {
  const load = (api: Api) => findPackageFits(api, clientId, mostInPanel);
  return {
    noun: "properties",
    here: clientPath(clientId),
    all: packageFitsPath(clientId),
    found: await settle(
      apiOf(context),
      async (api) => shownPackages(await load(api), picturesOf(context)),
      logFaults(context),
    ),
  };
}

function shownClients(found: Fits<ClientFit>, pictureOf: PictureOf) {
  const rows = found.fits.map(({ clientId: id, name, profileImageUrl, reasons, isPaired }): FitRow => {
    return {
      id,
      href: clientPath(id),
      name,
      detail: null,
      picture: pictureOf(profileImageUrl),
      reasons,
      isPaired,
    };
  });
  return { title: `Fits ${countOfFits(found, "client", "clients")}`, rows };
}

function shownPackages(found: Fits<PackageFit>, pictureOf: PictureOf) {
  const rows = found.fits.map((fit): FitRow => {
    const { packageId: id, street: name, listPrice, photoUrl, reasons, isPaired } = fit;
    const price = listPrice === null ? "" : formatMoney(listPrice.currency, listPrice.amount);
    const detail = [price, cityLine(fit)].filter((part) => part !== "").join(" · ");
    return { id, href: packagePath(id), name, detail, picture: pictureOf(photoUrl), reasons, isPaired };
  });
  const many = countOfFits(found, "property", "properties");
  return { title: `${many} that ${found.total === 1 ? "fits" : "fit"}`, rows };
}

const clientFits = resource("client_fits", clientFitsAttributes);
const packageFits = resource("package_fits", packageFitsAttributes);

/** The clients whom a property fits, the best first. @param limit how many of them @throws ApiError "missing", also where the service compares nothing */
export function findClientFits(api: Api, packageId: string, limit: number): Promise<Fits<ClientFit>> {
  return api.find(path`/packages/${packageId}/client_fits`, clientFits, { query: { limit } });
}

/** The properties that fit a client, the best first. @param limit how many of them @throws ApiError "missing", also where the service compares nothing */
export function findPackageFits(api: Api, clientId: string, limit: number): Promise<Fits<PackageFit>> {
  return api.find(path`/clients/${clientId}/package_fits`, packageFits, { query: { limit } });
}
