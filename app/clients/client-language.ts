import { labelOfLanguage, languageLabels } from "../languages.ts";

/** In which language a client is written to. */

export const languageChoices = [
  { value: "", label: "Not chosen" },
  ...Object.entries(languageLabels).map(([value, label]) => ({ value, label })),
];

interface Languages {
  readonly language?: string | null | undefined;
  readonly ownLanguage?: string | null | undefined;
}

/** A client's language in words; null where the service keeps none. */
export function describeLanguage({ language, ownLanguage = null }: Languages): string | null {
  if (language === undefined) return null;
  if (ownLanguage !== null) return `${labelOfLanguage(ownLanguage)}, as they chose themselves`;
  return language === null ? "English, as nobody has chosen" : labelOfLanguage(language);
}
