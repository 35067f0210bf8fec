import { useTexts } from "../client-pages/texts/texts.ts";
import { load } from "../session/session.server.ts";
import type { Route } from "./+types/documents";
import { loadUpload, sendDocument } from "./own-documents.server.ts";
import { DocumentList } from "./parts/document-list.tsx";
import { DocumentUpload } from "./parts/document-upload.tsx";
import { PortalCard, PortalPage } from "./parts/portal-frame.tsx";
import { PortalLate } from "./parts/portal-late.tsx";
import { portalOf } from "./portal.server.ts";
import { listDocuments } from "./portal-properties.server.ts";

/** The documents that the agent shows to a client, by property. */

export const handle = { form: "create", takesFiles: true };

export async function loader({ context }: Route.LoaderArgs) {
  const { api } = portalOf(context);
  const [documents, upload] = await Promise.all([load(listDocuments(api)), loadUpload(context)]);
  return { groups: [...Map.groupBy(documents, ({ property }) => property)], upload };
}

export async function action({ request, context }: Route.ActionArgs) {
  return sendDocument(context, request);
}

export default function PortalDocuments({ loaderData: { groups, upload }, actionData }: Route.ComponentProps) {
  const { documents } = useTexts();
  return (
    <PortalPage title={documents.title} subtitle={documents.subtitle}>
      {groups.length === 0 ? <p className="muted">{documents.empty}</p> : null}
      <div className="stack">
        {groups.map(([property, listed]) => (
          <PortalCard key={property ?? ""} title={property ?? documents.own}>
            <DocumentList documents={listed} />
          </PortalCard>
        ))}
        {upload === null ? null : upload.ok ? (
          <DocumentUpload upload={upload.data} reply={actionData} />
        ) : (
          <PortalLate part={upload} />
        )}
      </div>
    </PortalPage>
  );
}
