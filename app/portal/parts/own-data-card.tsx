import { dayOf } from "../../client-pages/texts/format.ts";
import { useLanguage, useTexts } from "../../client-pages/texts/texts.ts";
import type { Settled } from "../../json-api/settle.ts";
import { isAbsent } from "../../ui/not-loaded.tsx";
import { PortalCard, useFrame, usePortalPath } from "./portal-frame.tsx";
import { PortalLate } from "./portal-late.tsx";

type OwnDataCardProps = { ownData: Settled<{ readonly askedAt: string | null }> };

/** A copy of the person's data, and the request to be deleted; neither for staff who look. */
export function OwnDataCard({ ownData }: OwnDataCardProps) {
  const { data } = useTexts().own;
  const language = useLanguage();
  const { agent, isView, timeZone } = useFrame();
  const to = usePortalPath();
  if (isView) return null;
  if (!ownData.ok)
    return isAbsent(ownData) ? null : (
      <PortalCard title={data.title}>
        <PortalLate part={ownData} />
      </PortalCard>
    );
  const { askedAt } = ownData.data;
  return (
    <PortalCard title={data.title}>
      <ul className="rows">
        <li>
          <div className="g">{data.copyText}</div>
          <a className="btn" href={to("/me/copy.zip")} download>
            {data.copy}
          </a>
        </li>
        <li>
          <div className="g">
            {askedAt === null ? data.askText(agent.name) : data.asked(dayOf(language, askedAt, timeZone))}
          </div>
          <a className="btn" href={to("/me/deletion")}>
            {askedAt === null ? data.ask : data.takeBack}
          </a>
        </li>
      </ul>
    </PortalCard>
  );
}
