import { PortalPage } from "./parts/portal-frame.tsx";
import { useTexts } from "./texts/texts.ts";

export async function loader() {
  return null;
}

export default function PortalProperties() {
  const { properties } = useTexts();
  return <PortalPage title={properties.title} subtitle={properties.subtitle} />;
}
