/** What is wrong with how a document is called: it has one heading of the first level, and a title. */
export function headFlaws(html: string): string[] {
  const headings = html.match(/<h1[ >]/g)?.length ?? 0;
  return [
    headings === 1 ? "" : `${headings} headings of the first level`,
    /<title>[^<]+<\/title>/.test(html) ? "" : "no title",
  ].filter((flaw) => flaw !== "");
}
