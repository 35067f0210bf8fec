import { useTexts } from "../../client-pages/texts/texts.ts";
import { PortalCard, useFrame, usePortalPath } from "./portal-frame.tsx";

/** The way to what this device is told; not for staff who look, nor where the service tells devices nothing. */
export function DeviceCard({ isOffered }: { isOffered: boolean }) {
  const { device } = useTexts();
  const { isView } = useFrame();
  const to = usePortalPath();
  if (isView || !isOffered) return null;
  return (
    <PortalCard title={device.title}>
      <p>{device.text}</p>
      <a className="btn" href={to("/me/device")}>
        {device.open}
      </a>
    </PortalCard>
  );
}
