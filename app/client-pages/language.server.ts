import type { RouterContextProvider } from "react-router";
import { ApiError } from "../json-api/api-error.ts";
import { areas } from "../session/area.ts";
import { loadCurrentUser } from "../session/current-user.server.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import type { ToastWords } from "../ui/toast.tsx";
import { browserLanguage, type Language, languageCookie } from "./texts/languages.ts";
import { textsOf } from "./texts/texts.ts";

type Context = Readonly<RouterContextProvider>;

/** In seconds. */
const life = 365 * 24 * 60 * 60;

/** The language of a page of the portal: what the person chose, else what this browser chose or asks for. */
export async function languageOf(context: Context): Promise<Language> {
  return (await chosenLanguage(context)) ?? browserLanguage(context.get(requestSessionContext).request);
}

/** For the root loader: the language of the portal's pages, with what their toasts say. Those of staff are in English. */
export async function pageLanguage(context: Context): Promise<{ language?: Language; toastWords?: ToastWords }> {
  if (context.get(requestSessionContext).area !== areas.portal) return {};
  const language = await languageOf(context);
  const { dismiss, message } = textsOf(language).form;
  return { language, toastWords: { dismiss, message } };
}

/** Remembers what someone chose in this browser. */
export function keepLanguage(context: Context, language: Language): void {
  context.get(requestSessionContext).setCookie(languageCookie, language, life);
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
