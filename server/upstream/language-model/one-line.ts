/** Makes one line of what a model wrote, of at most so many characters. */
export function oneLine(text: string, most: number): string {
  const line = text
    .replace(/[\s\p{C}]+/gu, " ")
    .trim()
    .toWellFormed();
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`;
}
