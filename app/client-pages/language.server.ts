import { type RouterContextProvider, redirect } from "react-router";
import { ApiError } from "../json-api/api-error.ts";
import { areaOf, areas, isShared } from "../session/area.ts";
import { loadCurrentUser } from "../session/current-user.server.ts";
import type { PortalFacts } from "../session/current-user.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { findCurrentUser } from "../session/session.server.ts";
import type { ToastWords } from "../ui/toast.tsx";
import { browserLanguage, type Language, languageCookie, readLanguage } from "./texts/languages.ts";
import { textsOf } from "./texts/texts.ts";

type Context = Readonly<RouterContextProvider>;

/** In seconds. */
const life = 365 * 24 * 60 * 60;

/** The language of a page of the portal: what the person chose, else what this browser or their agent chose, else what the browser asks for. */
export async function languageOf(context: Context): Promise<Language> {
  const portal = await findPortal(context);
  const { request } = context.get(requestSessionContext);
  return portal?.language ?? browserLanguage(request, portal?.clientLanguage);
}

/** For the root loader: the language of the pages for clients, with what their toasts say. Those of staff are in English. */
export async function pageLanguage(context: Context): Promise<{ language?: Language; toastWords?: ToastWords }> {
  const { area, url, request } = context.get(requestSessionContext);
  const isOfLink = isShared(url.pathname);
  if (area !== areas.portal && !isOfLink) return {};
  // Whoever opens a shared link is nobody we know.
  const language = isOfLink ? browserLanguage(request) : await languageOf(context);
  const { dismiss, message } = textsOf(language).form;
  return { language, toastWords: { dismiss, message } };
}

/** The language of a page before its reader is known: the browser's on pages for clients, English on those of staff. */
export function languageOfAddress(request: Request): Language {
  const { pathname } = new URL(request.url);
  const isForClients = areaOf(pathname) === areas.portal || isShared(pathname);
  return isForClients ? browserLanguage(request) : "en";
}

/** Remembers what someone chose in this browser. */
export function keepLanguage(context: Context, language: Language): void {
  context.get(requestSessionContext).setCookie(languageCookie, language, life);
}

/** "?language=es" chooses a language for this browser, and leads back to the same page without it. @throws that redirect */
export function chooseLanguage(context: Context, url: URL): void {
  const chosen = readLanguage(url.searchParams.get("language"));
  if (chosen === null) return;
  keepLanguage(context, chosen);
  const query = new URLSearchParams(url.search);
  query.delete("language");
  throw redirect(query.size === 0 ? url.pathname : `${url.pathname}?${query}`, 303);
}

async function findPortal(context: Context): Promise<PortalFacts | null> {
  try {
    const user = findCurrentUser(context) ?? (await loadCurrentUser(context));
    return user?.portal ?? null;
  } catch (error) {
    // The page itself says that the service does not answer.
    if (error instanceof ApiError) return null;
    throw error;
  }
}
