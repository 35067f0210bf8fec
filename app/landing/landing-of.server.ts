import type { RouterContextProvider } from "react-router";
import type { Brand } from "../client-pages/face.tsx";
import { ApiError, orNull } from "../json-api/api-error.ts";
import type { CallableFoot } from "../session/foot.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { anonymousApiOf, load, notFound } from "../session/session.server.ts";
import { withCall } from "../ui/phone.server.ts";
import { isHandle, type LandingPage } from "./landing-page.ts";
import { findLandingPage, findOnlyLandingPage } from "./landing-pages.server.ts";

type Context = Readonly<RouterContextProvider>;

/** The workspace whose page was opened last in this browser. */
const cookie = "lk_landing";

/** In seconds. */
const life = 90 * 24 * 60 * 60;

/** One look for each request: the layout and the page below it show the same. */
const looks = new WeakMap<Context, Promise<LandingPage | null>>();

/**
 * The landing page that an address means: of the workspace that it names, else of the one that was opened last, else of the
 * only one there is. Null where none of these is known.
 * @throws ApiError
 */
function findLanding(context: Context, url: URL): Promise<LandingPage | null> {
  const found = looks.get(context) ?? look(context, namedIn(url));
  looks.set(context, found);
  return found;
}

function namedIn(url: URL): string | null {
  const named = url.searchParams.get("workspace")?.trim() ?? "";
  return named === "" ? null : named;
}

async function look(context: Context, named: string | null): Promise<LandingPage | null> {
  const api = anonymousApiOf(context);
  const requestSession = context.get(requestSessionContext);
  const last = requestSession.readCookie(cookie);
  const handle = named ?? last;
  const found = handle !== null && isHandle(handle) ? await orNull(findLandingPage(api, handle)) : null;
  if (found === null) return named === null ? orNull(findOnlyLandingPage(api)) : null;
  if (named !== null && found.handle !== last) requestSession.setCookie(cookie, found.handle, life);
  return found;
}

/** For a page's loader: the landing page, or null where the address names no workspace and none is known. @throws 404 for a name that nobody has */
export async function loadLanding(context: Context, url: URL): Promise<LandingPage | null> {
  const landing = await load(findLanding(context, url));
  if (landing === null && namedIn(url) !== null) throw notFound();
  return landing;
}

/** The name in web addresses of the workspace whose page this is; null where none is known or nothing can be said. */
export async function findHandle(context: Context, url: URL): Promise<string | null> {
  try {
    return (await findLanding(context, url))?.handle ?? null;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

interface Surroundings {
  readonly brand: Brand | null;
  readonly foot: CallableFoot | null;
}

const nothing: Surroundings = { brand: null, foot: null };

/** What stands above and below a page that goes without it: null where no workspace is known, or nothing can be said. */
export async function loadSurroundings(context: Context, url: URL): Promise<Surroundings> {
  try {
    const landing = await findLanding(context, url);
    if (landing === null) return nothing;
    return { brand: { name: landing.name, logoId: landing.logoId }, foot: withCall(landing.foot) };
  } catch (error) {
    if (error instanceof ApiError) return nothing;
    throw error;
  }
}
