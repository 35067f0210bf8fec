/** The address of a package's inspections, or of a page or a place below them. */
export function inspectionsPath(packageId: string, below = ""): string {
  const path = `/packages/${packageId}/inspections`;
  return below === "" || below.startsWith("#") ? path + below : `${path}/${below}`;
}

/** The page where a document is analyzed. */
export function analysisPath(documentId: string): string {
  return `/documents/${documentId}/analysis`;
}
