import type { RouterContextProvider } from "react-router";
import { ApiError } from "../json-api/api-error.ts";
import { areas } from "../session/area.ts";
import { loadCurrentUser } from "../session/current-user.server.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { type Language, preferredLanguage, readLanguage } from "./texts/languages.ts";
import { type Texts, textsOf } from "./texts/texts.ts";

type Context = Readonly<RouterContextProvider>;

/** What someone chose on a page before signing in. */
const cookie = "lk_language";
/** In seconds. */
const life = 365 * 24 * 60 * 60;

/** The language of a page of the portal: what the person chose, else what this browser chose or asks for. */
export async function languageOf(context: Context): Promise<Language> {
  const requestSession = context.get(requestSessionContext);
  const chosen = await chosenLanguage(context);
  const { headers } = requestSession.request;
  return (
    chosen ??
    readLanguage(requestSession.readCookie(cookie)) ??
    preferredLanguage(headers.get("Accept-Language")) ??
    "en"
  );
}

/** The texts in that language, for loaders and actions. */
export async function pageTexts(context: Context): Promise<Texts> {
  return textsOf(await languageOf(context));
}

/** For the root loader: the language of the portal's pages. Those of staff are in English. */
export async function pageLanguage(context: Context): Promise<{ language?: Language }> {
  if (context.get(requestSessionContext).area !== areas.portal) return {};
  return { language: await languageOf(context) };
}

/** Remembers what someone chose in this browser. */
export function keepLanguage(context: Context, language: Language): void {
  context.get(requestSessionContext).setCookie(cookie, language, life);
}

async function chosenLanguage(context: Context): Promise<Language | null> {
  try {
    return (await loadCurrentUser(context))?.portal?.language ?? null;
  } catch (error) {
    // The page itself says that the service does not answer.
    if (error instanceof ApiError) return null;
    throw error;
  }
}
