import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";

/** The call by which a client's person says what they opened: the only file that names its JSON:API type. */

export type OpenedKind = "property" | "document";

/** @throws ApiError "missing" for what is not the client's */
export async function sendOpening(api: Api, kind: OpenedKind, recordId: string): Promise<void> {
  const failure = "Failed to note what was opened";
  await api.act("/portal/openings", z.unknown(), { kind, recordId }, { type: "portal_opening", failure });
}
