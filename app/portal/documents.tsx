import { PortalPage } from "./parts/portal-frame.tsx";
import { useTexts } from "./texts/texts.ts";

export async function loader() {
  return null;
}

export default function PortalDocuments() {
  const { documents } = useTexts();
  return (
    <PortalPage title={documents.title} subtitle={documents.subtitle}>
      <p className="card muted">{documents.empty}</p>
    </PortalPage>
  );
}
