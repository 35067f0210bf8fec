/** The languages that clients are written to in. By itself: few pages need the other labels, too. */
export const languageLabels: Readonly<Record<string, string>> = { en: "English", es: "Spanish" };

/** The name of a language; of one that is not known here its own word. */
export function labelOfLanguage(word: string): string {
  return languageLabels[word] ?? word;
}
