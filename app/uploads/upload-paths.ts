/**
 * Whether what is posted to a path may hold files, and so take its time: the addresses that end with one of these words, or lie
 * right below `uploads`, as `/documents/uploads/new`, a new import, and the document that a task asks for. Everywhere else a form is text.
 * @param path of a page or of its data
 */
export function takesFiles(path: string): boolean {
  return /\/(?:uploads?(?:\/[^/]+)?|replacement|photos?|logo|imports\/new|tasks\/[^/]+\/document)(?:\.data)?\/?$/.test(
    path,
  );
}

/**
 * Whether a body of this type may hold files, which are read piece by piece however many they are. A form of any other type is held
 * in memory as a whole, wherever it is sent.
 */
export function holdsFiles(contentType: string | null | undefined): boolean {
  return /^(?:multipart\/form-data|application\/offset\+octet-stream)\b/i.test(contentType ?? "");
}
