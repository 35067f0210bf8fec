/** What an error says, for the people who run the server. */

/** The embedded database's file system throws objects that carry such a number (WASI's), and nothing else. */
const fileSystemReasons: Readonly<Record<number, string>> = {
  2: "this user may not write there (EACCES)",
  19: "this user's quota of the disk is used up (EDQUOT)",
  29: "the disk failed (EIO)",
  33: "too many files are open (EMFILE)",
  51: "the disk is full (ENOSPC)",
  63: "this user may not write there (EPERM)",
  69: "the disk may only be read (EROFS)",
};

/** SQLite's number for a full disk, https://sqlite.org/rescode.html#full */
const sqliteFull = 13;

/** Gives the reason that an error names, whatever was thrown; never "[object Object]". */
export function reasonOf(error: unknown): string {
  // A name with several addresses fails with one error for each, and no message of its own.
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join("; ");
  if (typeof error !== "object" || error === null) return String(error);
  if ("errcode" in error && error.errcode === sqliteFull) return fileSystemReasons[51] ?? "";
  if ("code" in error && error.code === "ENOSPC") return fileSystemReasons[51] ?? "";
  if ("errno" in error && typeof error.errno === "number" && !(error instanceof Error))
    return fileSystemReasons[error.errno] ?? `its file system failed (${error.errno})`;
  if ("message" in error && typeof error.message === "string" && error.message !== "") return error.message;
  return "name" in error ? String(error.name) : JSON.stringify(error);
}
