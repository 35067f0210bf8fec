import { useContext } from "react";
import { useRouteLoaderData } from "react-router";
import { DocumentContext } from "../../ui/document-parts.ts";
import { en, type Texts } from "./en.ts";
import { es } from "./es.ts";
import { type Language, readLanguage } from "./languages.ts";

export type { Texts } from "./en.ts";

const catalogues: Readonly<Record<Language, Texts>> = { en, es };

/** All texts of a language. */
export function textsOf(language: Language): Texts {
  return catalogues[language];
}

/** The language of the page, as the root loader decided it. */
export function useLanguage(): Language {
  const root = useRouteLoaderData<{ language?: string }>("root");
  const asked = useContext(DocumentContext).language;
  return readLanguage(root?.language ?? asked) ?? "en";
}

/** The texts of the page's language. */
export function useTexts(): Texts {
  return textsOf(useLanguage());
}
