import type { RouterContextProvider } from "react-router";
import { clientPath } from "../clients/client-links.ts";
import type { Api } from "../json-api/api.ts";
import { settle } from "../json-api/settle.ts";
import { placeOf } from "../packages/package.ts";
import { packagePath } from "../packages/package-list.ts";
import { type PictureOf, picturesOf } from "../picking/picking.server.ts";
import { apiOf, loadOffered, logFaults } from "../session/session.server.ts";
import { formatMoney } from "../ui/number-format.ts";
import type { FitRow } from "./fit-rows.tsx";
import { findClientFits, findPackageFits } from "./fits.server.ts";
import { type ClientFit, clientFitsPath, countOfFits, type Fits, type PackageFit, packageFitsPath } from "./fits.ts";
import type { FitsPanelData } from "./fits-panel.tsx";

type Context = Readonly<RouterContextProvider>;

/** How many a panel names. */
const mostInPanel = 3;
/** How many a page names. */
const mostOnPage = 100;

/** What does not compare clients and properties. */
const noFits = "The connected service doesn't compare clients and properties.";

/** The clients whom a property fits, for a panel of its page. The promise never rejects. */
export async function fetchClientFits(context: Context, packageId: string): Promise<FitsPanelData> {
  const load = (api: Api) => findClientFits(api, packageId, mostInPanel);
  return {
    ...{ noun: "clients", here: packagePath(packageId), all: clientFitsPath(packageId) },
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
    ...{ noun: "properties", here: clientPath(clientId), all: packageFitsPath(clientId) },
    found: await settle(
      apiOf(context),
      async (api) => shownPackages(await load(api), picturesOf(context)),
      logFaults(context),
    ),
  };
}

/** All clients whom a property fits. @throws 404; 501 where the service has no such list */
export async function loadClientFits(context: Context, packageId: string) {
  const found = await loadOffered(findClientFits(apiOf(context), packageId, mostOnPage), noFits);
  return shownClients(found, picturesOf(context));
}

/** All properties that fit a client. @throws 404; 501 where the service has no such list */
export async function loadPackageFits(context: Context, clientId: string) {
  const found = await loadOffered(findPackageFits(apiOf(context), clientId, mostOnPage), noFits);
  return shownPackages(found, picturesOf(context));
}

function shownClients(found: Fits<ClientFit>, pictureOf: PictureOf) {
  const rows = found.fits.map(({ clientId: id, name, profileImageUrl, score, reasons, isPaired }): FitRow => {
    return {
      id,
      href: clientPath(id),
      name,
      detail: null,
      picture: pictureOf(profileImageUrl),
      score,
      reasons,
      isPaired,
    };
  });
  return { title: `Fits ${countOfFits(found, "client", "clients")}`, rows, isCut: found.hasMore };
}

function shownPackages(found: Fits<PackageFit>, pictureOf: PictureOf) {
  const rows = found.fits.map((fit): FitRow => {
    const { packageId: id, street: name, listPrice, photoUrl, score, reasons, isPaired } = fit;
    const price = listPrice === null ? "" : formatMoney(listPrice.currency, listPrice.amount);
    const detail = [price, placeOf(fit)].filter((part) => part !== "").join(" · ");
    return { id, href: packagePath(id), name, detail, picture: pictureOf(photoUrl), score, reasons, isPaired };
  });
  const many = countOfFits(found, "property", "properties");
  return { title: `${many} that ${found.total === 1 ? "fits" : "fit"}`, rows, isCut: found.hasMore };
}
