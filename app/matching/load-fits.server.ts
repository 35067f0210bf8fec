import type { RouterContextProvider } from "react-router";
import { clientPath } from "../clients/client-links.ts";
import type { Api } from "../json-api/api.ts";
import { settle } from "../json-api/settle.ts";
import { placeOf } from "../packages/package.ts";
import { packagePath } from "../packages/package-list.ts";
import { type PictureOf, picturesOf } from "../picking/picking.server.ts";
import { apiOf, logFaults } from "../session/session.server.ts";
import { formatMoney } from "../ui/number-format.ts";
import type { FitRow } from "./fit-rows.tsx";
import { findClientFits, findPackageFits } from "./fits.server.ts";
import { type ClientFit, clientFitsPath, countOfFits, type Fits, type PackageFit, packageFitsPath } from "./fits.ts";
import type { FitsPanelData } from "./fits-panel.tsx";

type Context = Readonly<RouterContextProvider>;

/** How many a panel names. */
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
    const detail = [price, placeOf(fit)].filter((part) => part !== "").join(" · ");
    return { id, href: packagePath(id), name, detail, picture: pictureOf(photoUrl), reasons, isPaired };
  });
  const many = countOfFits(found, "property", "properties");
  return { title: `${many} that ${found.total === 1 ? "fits" : "fit"}`, rows };
}
