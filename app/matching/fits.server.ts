import type { Api } from "../json-api/api.ts";
import { path } from "../json-api/path.ts";
import { resource } from "../json-api/resource.ts";
import { type ClientFit, clientFitsAttributes, type Fits, type PackageFit, packageFitsAttributes } from "./fits.ts";

/** The calls about fits: the only file that names their JSON:API types. */

const clientFits = resource("client_fits", clientFitsAttributes);
const packageFits = resource("package_fits", packageFitsAttributes);
const failure = "Failed to fetch data";

/** The clients whom a property fits, the best first. @param limit how many of them @throws ApiError "missing", also where the service compares nothing */
export function findClientFits(api: Api, packageId: string, limit: number): Promise<Fits<ClientFit>> {
  return api.find(path`/packages/${packageId}/client_fits`, clientFits, { query: { limit }, failure });
}

/** The properties that fit a client, the best first. @param limit how many of them @throws ApiError "missing", also where the service compares nothing */
export function findPackageFits(api: Api, clientId: string, limit: number): Promise<Fits<PackageFit>> {
  return api.find(path`/clients/${clientId}/package_fits`, packageFits, { query: { limit }, failure });
}
