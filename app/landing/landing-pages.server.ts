import type { Api } from "../json-api/api.ts";
import { path } from "../json-api/path.ts";
import { resource } from "../json-api/resource.ts";
import { type LandingPage, landingAttributes } from "./landing-page.ts";

/** The calls about landing pages: the only file that names their JSON:API type. */

const landingPage = resource("landing_page", landingAttributes);

const failure = "Failed to fetch the page";

/** The landing page of the workspace at a handle. @throws ApiError "missing" */
export function findLandingPage(api: Api, handle: string): Promise<LandingPage> {
  return api.find(path`/portal/landing_pages/${handle.toLowerCase()}`, landingPage, { failure });
}

/** That of the only workspace there is. @throws ApiError "missing" where there are several, which are never listed */
export function findOnlyLandingPage(api: Api): Promise<LandingPage> {
  return api.find("/portal/landing_page", landingPage, { failure });
}
