import type { RouterContextProvider } from "react-router";
import { startForm } from "../forms/forms.server.ts";
import type { FormInit } from "../forms/forms.tsx";
import type { Settled } from "../json-api/settle.ts";
import { load } from "../session/session.server.ts";
import { type DocumentUploadStart, loadUpload } from "./own-documents.server.ts";
import { portalOf } from "./portal.server.ts";
import { findDraft } from "./portal-messages.server.ts";
import { listDocuments } from "./portal-properties.server.ts";

/** What a client can attach to a message, and what is attached already. */
export interface Attachable {
  readonly documents: readonly { readonly id: string; readonly label: string; readonly property: string | null }[];
  readonly attached: readonly string[];
  readonly start: FormInit;
  /** Null where no file can be sent. */
  readonly upload: Settled<DocumentUploadStart> | null;
}

export async function loadAttachable(context: Readonly<RouterContextProvider>): Promise<Attachable> {
  const { api } = portalOf(context);
  const [documents, draft, start, upload] = await Promise.all([
    load(listDocuments(api)),
    load(findDraft(api)),
    startForm(context),
    loadUpload(context),
  ]);
  return {
    documents: documents.map(({ id, label, property }) => ({ id, label, property })),
    attached: draft.documents.map(({ id }) => id),
    start,
    upload,
  };
}
