const block = "div|p|ul|ol|dl|table|form|section|h[1-6]|fieldset|figure|details";
const blockInParagraph = new RegExp(`<p[ >](?:(?!</p>)[^])*?<(?:${block})[ >]`, "g");

/**
 * Blocks inside of paragraphs. A browser ends the paragraph before such a block, so that what it hydrates is not what the server wrote.
 * @param html as it was sent
 */
export function blocksInParagraphs(html: string): string[] {
  return [...html.matchAll(blockInParagraph)].map(([found]) => found.slice(0, 300));
}
