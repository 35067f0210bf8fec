/**
 * Whether what is posted to a path may hold files, and so be of any length and take its time: the addresses that end with one of
 * these words, or with one more part below it, as `/documents/uploads/new`. Everywhere else a form is text.
 * @param path of a page or of its data
 */
export function takesFiles(path: string): boolean {
  return /\/(?:uploads|replacement|photo)(?:\/[^/]+)?(?:\.data)?\/?$/.test(path);
}
