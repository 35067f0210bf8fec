/** The pages for clients as the route map has them: in the portal, before it, of shared links, and the portal as staff look at it. */
import { type RouteAddress, routeAddresses } from "./route-map.ts";

/** What answers a read with something else than a page of its own, below the portal's home or before it. */
const notPages = [
  "/tasks/:taskId/completion",
  "/tasks/:taskId/completion/removal",
  "/me/sign-ins/:signInId/removal",
  "/me/mails",
  "/me/device/removal",
  "/client-portal/sign-in/:token/renewal",
  "/client-portal/invitations/:token/renewal",
  "/client-portal/*",
];

const home = /^\/(client-portal\/dashboard|portal-view\/:viewId)(?=\/)/;
const beforeSigningIn = /^\/(client-portal|shared)(\/|$)/;

/** A module without markup answers with a file. */
const isPage = ({ file, pattern }: RouteAddress) =>
  file.endsWith(".tsx") && !notPages.includes(pattern.replace(home, ""));

/** Pages of the portal, before it, and of shared links. */
export async function clientPages(): Promise<RouteAddress[]> {
  const pages = (await routeAddresses()).filter(isPage);
  return pages.filter(
    ({ access, pattern }) => access === "client" || (access === "public" && beforeSigningIn.test(pattern)),
  );
}

/** The same portal as staff look at it. */
export async function viewPages(): Promise<RouteAddress[]> {
  return (await routeAddresses()).filter((page) => page.access === "view" && isPage(page));
}
