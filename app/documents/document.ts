import * as z from "zod/mini";
import type { Versioned } from "../json-api/record.ts";
import { requiredText } from "../ui/form-values.ts";

const placed = {
  packageId: z.nullable(z.string()),
  clientId: z.nullable(z.string()),
  updatedAt: z.nullable(z.string()),
  trashedAt: z.nullable(z.string()),
  /** When it is deleted permanently. */
  trashEndsAt: z.nullable(z.string()),
  /** The folder that it was deleted with and is restored with; null for what was deleted by itself. */
  trashedWith: z.nullable(z.string()),
  holderName: z.nullable(z.string()),
};

export const folderAttributes = {
  ...placed,
  name: z.string(),
  /** What the folder is for: "inspection_reports", "buyers_guide"; null for every other folder. */
  kind: z.nullable(z.string()),
  parentId: z.nullable(z.string()),
  /** From the top down. */
  ancestors: z.nullable(z.array(z.object({ id: z.string(), name: z.string() }))),
  documentsCount: z.nullable(z.number()),
  foldersCount: z.nullable(z.number()),
  /** Bytes of the documents in it. */
  size: z.nullable(z.number()),
  /** Whether clients see what is added to it. */
  isClientVisible: z.nullable(z.boolean()),
  /** Whether a link shows it to people outside of the workspace. */
  isLinkShared: z.nullable(z.boolean()),
};

export interface Folder extends Versioned, z.output<z.ZodMiniObject<typeof folderAttributes>> {}

/** Where a service does not say what the bytes are, they are only saved. */
const mime = z.pipe(
  z.nullable(z.string()),
  z.transform((type) => type ?? "application/octet-stream"),
);

export const versionAttributes = {
  number: z.number(),
  fileId: z.string(),
  name: z.string(),
  mime,
  size: z.number(),
  actorName: z.nullable(z.string()),
  insertedAt: z.nullable(z.string()),
};

interface DocumentVersion extends Versioned, z.output<z.ZodMiniObject<typeof versionAttributes>> {}

export const documentAttributes = {
  ...placed,
  label: z.string(),
  folderId: z.nullable(z.string()),
  fileId: z.string(),
  versionNumber: z.nullable(z.number()),
  mime,
  /** pdf, image, text or other. */
  kind: z.nullable(z.string()),
  size: z.number(),
  /** Of a picture: whether it lost its end on the way, and is shown without. */
  isCutOff: z.nullable(z.boolean()),
  isClientVisible: z.nullable(z.boolean()),
  /** Whether devices that keep pages keep its file as well; null by a service that does not know that. */
  isKeptOnDevices: z.nullable(z.boolean()),
  /** Whether a link shows it to people outside of the workspace. */
  isLinkShared: z.nullable(z.boolean()),
  insertedAt: z.nullable(z.string()),
};

export interface Document extends Versioned, z.output<z.ZodMiniObject<typeof documentAttributes>> {
  /** Null for none, and where it was not included. */
  readonly folder: Folder | null;
  /** The newest first; empty where they were not included. */
  readonly versions: readonly DocumentVersion[];
}

export interface Snippet {
  readonly page: number;
  readonly before: string;
  /** The words that were searched for, as the text has them. */
  readonly match: string;
  readonly after: string;
}

/** Characters that change the direction of the text: "exe.png" could be called "gnp.exe". */
const turnsDirection = /[\u202a-\u202e\u2066-\u2069]/;

const name = requiredText("Name must be at least 1 character.").check(
  z.refine(
    (text) => !turnsDirection.test(text),
    "Remove the invisible characters that change the direction of the text.",
  ),
);

export const folderForm = z.object({ name });

/** What to do where the name is taken: "keep_both" adds a number; null asks. */
const onClash = z.pipe(
  z.optional(z.enum(["", "keep_both"])),
  z.transform((choice) => (choice === "keep_both" ? choice : null)),
);

/** Of a document or a folder; a folder's form has no `onClash`. */
export const renameForm = z.object({ name, onClash });

/** `folderId` is null for no folder. */
export const moveForm = z.object({
  folderId: z.pipe(
    z.string().check(z.maxLength(100)),
    z.transform((id) => (id === "" ? null : id)),
  ),
  onClash,
});
