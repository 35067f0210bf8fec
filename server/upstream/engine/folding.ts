/** Folds text so that case, accents, widths and the shape of apostrophes make no difference: "Élodie" and "elodie" meet. */
export function fold(text: string): string {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").replace(/[‘’ʼ]/g, "'");
  return plain.toLowerCase().replace(/\s+/g, " ").trim();
}
