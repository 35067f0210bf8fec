import { leftOut } from "./exported-tables.ts";

interface ReadMe {
  readonly startedAt: Date;
  readonly endedAt: Date;
  /** Paths of files that could not be read. */
  readonly missing: readonly string[];
}

/** What the archive says about itself. */
export function readMe({ startedAt, endedAt, missing }: ReadMe): string {
  const lines = [
    "Everything in a workspace of Latchkey",
    "",
    `Read from ${startedAt.toISOString()} to ${endedAt.toISOString()}. What was changed in between may be in it or not.`,
    "",
    "files/     Documents as they were uploaded, in the folders that they were in, older versions beside them.",
    "           files/Other/ has files without a document, and files/Trash/ those of documents in the trash.",
    "pictures/  Photos of properties, faces and logos. Records name them by their id, as in /api/pictures/<id>.",
    "records/   One JSON:API document for each kind of record. Ids connect them, as client_id does with clients.json.",
    "           In files.json and pictures.json, archive_path says where the file is in this archive.",
    "           kept_rows.json has the records that were moved to the trash together with a client or a property.",
    "",
    "Not included:",
    ...leftOut.map((reason) => `- ${reason}`),
    "- records that a connected service keeps",
    "",
    ...(missing.length === 0
      ? ["Every file could be read."]
      : [`These files could not be read when the archive was made (${missing.length}):`, "", ...missing]),
    "",
  ];
  return lines.join("\r\n");
}
