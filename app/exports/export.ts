import * as z from "zod/mini";

export const exportAttributes = z.object({
  state: z.enum(["queued", "ready", "failed"]),
  filesDone: z.number(),
  /** Null until they are counted. */
  filesTotal: z.nullable(z.number()),
  filesMissing: z.number(),
  /** Bytes; null until it is ready. */
  size: z.nullable(z.number()),
  failure: z.nullable(z.string()),
  requestedBy: z.nullable(z.string()),
  requestedAt: z.string(),
  readyAt: z.nullable(z.string()),
  expiresAt: z.string(),
});
export type WorkspaceExport = z.infer<typeof exportAttributes> & { readonly id: string };

/** The newest export, and the archive that can be downloaded, which may be an earlier one; null where there is none. */
export interface Exports {
  readonly latest: WorkspaceExport | null;
  readonly archive: WorkspaceExport | null;
}

/** @param newestFirst all that the service keeps */
export function chooseExports(newestFirst: readonly WorkspaceExport[]): Exports {
  return {
    latest: newestFirst[0] ?? null,
    archive: newestFirst.find(({ state }) => state === "ready") ?? null,
  };
}
