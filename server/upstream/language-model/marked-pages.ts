/** As many characters as common models take, with room for their answer. */
const maxCharacters = 120_000;

/** Gives the text of pages with a mark above each, and how many of them there was room for; at least one. */
export function markedPages(pages: readonly string[]): { readonly text: string; readonly pagesRead: number } {
  let text = "";
  let pagesRead = 0;
  for (const page of pages) {
    const marked = `[Page ${pagesRead + 1}]\n${page}\n\n`;
    if (pagesRead > 0 && text.length + marked.length > maxCharacters) break;
    text += marked;
    pagesRead += 1;
  }
  return { text, pagesRead };
}
