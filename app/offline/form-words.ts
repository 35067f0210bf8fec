/** What a form is in words, for a list of what was not sent. */

/** What a page itself puts into its forms, as a stage: nobody types that. */
const codePattern = /^[a-z]+(_[a-z]+)*$/;

const idPattern = /^[\da-f]{8}-[\da-f-]{27}$/i;

/** Pages call them otherwise than their addresses. */
const nouns: Readonly<Record<string, string>> = { packages: "property", opportunities: "deal" };

/** "/clients/new" is "New client", "/clients/5f…/edit" is "Client, edit". @param path to which the form is sent */
export function titleOfForm(path: string): string {
  const parts = (path.split("?")[0] ?? "").split("/").filter((part) => part !== "" && !idPattern.test(part));
  const words = parts.map((part) => nouns[part] ?? part.replaceAll("-", " ").replace(/ies$/, "y").replace(/s$/, ""));
  const last = words.at(-1);
  const text = last === "new" ? `new ${words.at(-2)}` : words.join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

type Fields = readonly (readonly [name: string, value: unknown])[];

/** What a person typed first, at most 80 characters; "" for a form that is a button alone. */
function beginningOf(fields: Fields): string {
  const texts = fields.flatMap(([name, value]) => {
    if (typeof value !== "string" || name.startsWith("_") || idPattern.test(value) || codePattern.test(value))
      return [];
    return value.trim() !== "" ? [value.trim()] : [];
  });
  return texts
    .slice(0, fields.some(([name]) => name === "lastName") ? 2 : 1)
    .join(" ")
    .slice(0, 80);
}

/** "New client: Nora Lindqvist". */
export function wordsOf(title: string, fields: Fields): string {
  const beginning = beginningOf(fields);
  return beginning === "" ? title : `${title}: ${beginning}`;
}
