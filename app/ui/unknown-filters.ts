/** What is said of what an address asks for and its list does not know. @param unknown as in "stage=gone" */
export function sayUnknown(unknown: readonly string[]): string {
  return `There is no such filter here: ${unknown.join(", ")}.`;
}
