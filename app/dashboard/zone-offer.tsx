import { useEffect, useState } from "react";
import { Notice } from "../ui/notice.tsx";

type ZoneOfferProps = {
  /** The workspace's time zone, for whoever may change it. */
  timeZone: string;
  /** The page where it is changed. */
  settings: string;
};

const seen = "time-zone-offered";

/** Says once in a browser that its clock is another one than that of a workspace that is new. */
export function ZoneOffer({ timeZone, settings }: ZoneOfferProps) {
  const [own, setOwn] = useState<string | null>(null);
  useEffect(() => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const now = new Date();
    if (localStorage.getItem(seen) !== null || clockOf(now, zone) === clockOf(now, timeZone)) return;
    localStorage.setItem(seen, zone);
    setOwn(zone);
  }, [timeZone]);
  if (own === null) return null;
  return (
    <Notice>
      Times here are by {shown(timeZone)}, and this device is by {shown(own)}.{" "}
      <a href={`${settings}?${new URLSearchParams({ timeZone: own })}`}>Change the time zone</a>
    </Notice>
  );
}

const shown = (timeZone: string) => timeZone.replaceAll("_", " ");
const clockOf = (now: Date, timeZone: string) => now.toLocaleString("en-US", { timeZone });
