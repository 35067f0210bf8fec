/** In which language a client is written to. */

const names: Readonly<Record<string, string>> = { en: "English", es: "Spanish" };

export const languageChoices = [
  { value: "", label: "Not chosen" },
  ...Object.entries(names).map(([value, label]) => ({ value, label })),
];

/** The name of a language; of one that is not known here its own word. */
export function labelOfLanguage(word: string): string {
  return names[word] ?? word;
}

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
