/** Errors in words for operators. */

/** WASI's numbers, thrown by the embedded database's file system. */
const fileSystemReasons: Readonly<Record<number, string>> = {
  2: "this user may not write there (EACCES)",
  19: "this user's quota of the disk is used up (EDQUOT)",
  29: "the disk failed (EIO)",
  33: "too many files are open (EMFILE)",
  51: "the disk is full (ENOSPC)",
  63: "this user may not write there (EPERM)",
  69: "the disk may only be read (EROFS)",
};

/** https://sqlite.org/rescode.html#full */
const sqliteFull = 13;

/** The reason that an error names, whatever was thrown; never "[object Object]". */
export function reasonOf(error: unknown): string {
  // A host with several addresses fails with one error for each.
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join("; ");
  if (typeof error !== "object" || error === null) return String(error);
  if ("errcode" in error && error.errcode === sqliteFull) return fileSystemReasons[51] ?? "";
  if ("code" in error && error.code === "ENOSPC") return fileSystemReasons[51] ?? "";
  if ("errno" in error && typeof error.errno === "number" && !(error instanceof Error))
    return fileSystemReasons[error.errno] ?? `its file system failed (${error.errno})`;
  if ("message" in error && typeof error.message === "string" && error.message !== "") return error.message;
  return "name" in error ? String(error.name) : JSON.stringify(error);
}
