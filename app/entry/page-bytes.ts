/** A text of our own within a page, and what stands in its place until the page is rendered. */
export type PlacedText = readonly [place: string, text: Buffer];

/**
 * The bytes of a page with its texts, each in its place. They are half of a page and the same on many: encoded with each page they
 * would cost as much as everything else that is in it.
 * @param texts in the order of their places; those without a place are left out
 */
export function fillPlaces(html: string, texts: readonly PlacedText[]): Buffer<ArrayBuffer> {
  const pieces: Buffer[] = [];
  let from = 0;
  for (const [place, text] of texts) {
    const at = html.indexOf(place, from);
    if (at === -1) continue;
    pieces.push(Buffer.from(html.slice(from, at)), text);
    from = at + place.length;
  }
  return Buffer.concat([...pieces, Buffer.from(html.slice(from))]);
}
