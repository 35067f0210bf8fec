import { dayOf } from "../../client-pages/texts/format.ts";
import { useLanguage, useTexts } from "../../client-pages/texts/texts.ts";
import type { Settled } from "../../json-api/settle.ts";
import type { CalendarStart } from "../calendar-address.server.ts";
import { PortalConfirmation } from "./portal-confirmation.tsx";
import { useFrame, usePortalPath } from "./portal-frame.tsx";
import { PortalLate } from "./portal-late.tsx";

/** One address for all dates, which the person's own calendar reads by itself. */
export function CalendarAddress({ calendar }: { calendar: Settled<CalendarStart> | null }) {
  const { calendar: words } = useTexts().own;
  const language = useLanguage();
  const { timeZone } = useFrame();
  const to = usePortalPath();
  if (calendar === null) return null;
  if (!calendar.ok) return <PortalLate part={calendar} />;
  const { madeAt, address, renewal, removal } = calendar.data;
  return (
    <details open={address !== null} className="sec">
      <summary>{words.title}</summary>
      <p>{words.text}</p>
      {address === null ? null : (
        <div className="note sec">
          <p>{words.address}</p>
          <p>
            <b>{address}</b>
          </p>
          <p>{words.secret}</p>
          <a className="btn" href={address.replace(/^https?:/, "webcal:")}>
            {words.open}
          </a>
        </div>
      )}
      {madeAt === null ? null : <p className="muted">{words.made(dayOf(language, madeAt, timeZone))}</p>}
      <div className="acts">
        <PortalConfirmation
          action={to("/calendar")}
          start={renewal}
          send={madeAt === null ? words.make : words.renew}
        />
        {madeAt === null ? null : (
          <PortalConfirmation action={to("/calendar/removal")} start={removal} send={words.end} />
        )}
      </div>
    </details>
  );
}
