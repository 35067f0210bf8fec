/** Ids in one text, with commas between them. Ids are any text: a comma within one is "%2C", and a percent sign "%25". */

export function joinIds(ids: readonly string[]): string {
  return ids.map((id) => id.replaceAll("%", "%25").replaceAll(",", "%2C")).join(",");
}

/** Ids as the value of a query parameter. */
export function joinIdsInQuery(ids: readonly string[]): string {
  return ids.map((id) => encodeURIComponent(joinIds([id]))).join(",");
}

/** Gives none for an empty text. */
export function splitIds(text: string): string[] {
  if (text === "") return [];
  return text.split(",").map((id) => id.replaceAll("%2C", ",").replaceAll("%25", "%"));
}
