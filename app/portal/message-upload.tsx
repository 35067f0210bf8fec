import { submitFile } from "../uploads/submit-files.server.ts";
import type { Route } from "./+types/message-upload";
import { loadAttachable } from "./load-attachable.server.ts";
import { keepOwnDocument } from "./own-documents.server.ts";
import { AttachmentsPage } from "./parts/attachments-page.tsx";
import { portalOf } from "./portal.server.ts";
import { attachToDraft } from "./portal-messages.server.ts";

/** Stores a file of a client, and attaches it to the message they are writing. */

export const handle = { form: "create", takesFiles: true };

export async function loader({ context }: Route.LoaderArgs) {
  return loadAttachable(context);
}

export async function action({ request, context }: Route.ActionArgs) {
  const { api, base } = portalOf(context);
  return submitFile(context, request, async (file, { key }) => {
    const kept = await keepOwnDocument(context, file, key);
    if ("reason" in kept) return kept;
    await attachToDraft(api, kept.id);
    return { location: `${base}/messages` };
  });
}

export default function PortalMessageUpload({ loaderData, actionData }: Route.ComponentProps) {
  return <AttachmentsPage attachable={loaderData} chosen={undefined} sent={actionData} />;
}
