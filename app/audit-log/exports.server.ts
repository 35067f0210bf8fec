import { randomUUID } from "node:crypto";
import type { RouterContextProvider } from "react-router";
import * as z from "zod/mini";
import { ApiError } from "../json-api/api-error.ts";
import { identityApiOf } from "../session/session.server.ts";

/** What leaves the workspace as a file. */
export type Exported = "clients" | "packages" | "opportunities" | "activity" | "documents" | "showing";

/**
 * Notes in the audit log that a file leaves the workspace. A service that keeps no such log lets it go all the same.
 * @param name what of it, as in the name of a folder
 * @throws ApiError "forbidden", and when the log cannot be written
 */
export async function noteExport(
  context: Readonly<RouterContextProvider>,
  contents: Exported,
  name = "",
): Promise<void> {
  try {
    await identityApiOf(context).act(
      "/exports",
      z.optional(z.unknown()),
      { contents, ...(name !== "" && { name: name.slice(0, 200) }) },
      { type: "export", key: randomUUID(), failure: "Failed to note the download" },
    );
  } catch (error) {
    if (error instanceof ApiError && (error.kind === "missing" || error.kind === "unsupported")) return;
    throw error;
  }
}
