/** The languages of the portal, the first where nothing else is known. */
export const languages = ["en", "es"] as const;
export type Language = (typeof languages)[number];

/** The language that a text names, as in "es"; null for any other text. */
export function readLanguage(text: string | null | undefined): Language | null {
  return languages.find((language) => language === text) ?? null;
}

/** The one of ours that a browser likes best, by its Accept-Language (RFC 9110 12.5.4); null when it likes none. */
function preferredLanguage(header: string | null): Language | null {
  const wanted = (header ?? "").split(",").map((part) => {
    const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
    const weight = parameters
      .map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1])
      .find((found) => found !== undefined);
    return { language: readLanguage(tag.split("-")[0]), weight: Number(weight ?? 1) };
  });
  const liked = wanted.filter(({ language, weight }) => language !== null && weight > 0);
  return liked.toSorted((a, b) => b.weight - a.weight)[0]?.language ?? null;
}

/** What someone chose before signing in is in this cookie. */
export const languageCookie = "lk_language";

/** The language that a browser has chosen or asks for. @param otherwise before what it asks for: what an agent chose for the client */
export function browserLanguage({ headers }: Request, otherwise: Language | null = null): Language {
  const [, chosen] =
    new RegExp(`(?:^|;\\s*)(?:__Host-)?${languageCookie}=(\\w+)`).exec(headers.get("Cookie") ?? "") ?? [];
  return readLanguage(chosen) ?? otherwise ?? preferredLanguage(headers.get("Accept-Language")) ?? "en";
}

/** A text in a reader's language, where there is one in it. */
export function inLanguage<Text extends string | null>(
  language: Language,
  text: Text,
  spanish: string | null | undefined,
): Text | string {
  return language === "es" && spanish ? spanish : text;
}
