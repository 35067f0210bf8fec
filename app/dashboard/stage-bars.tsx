import type { Settled } from "../json-api/settle.ts";
import { isAbsent, NotLoadedLine } from "../ui/not-loaded.tsx";
import { Sheet } from "../ui/page.tsx";
import { State, type StateTone } from "../ui/tag.tsx";

export interface StageBar {
  readonly label: string;
  readonly count: string;
  /** Percent of all. */
  readonly share: number;
  readonly tone: StateTone;
  readonly href: string;
}

/** How many deals stand at each stage; each leads to its list. */
export function StageBars({ bars }: { bars: Settled<readonly StageBar[]> }) {
  if (bars.ok ? bars.data.length === 0 : isAbsent(bars)) return null;
  const parts = bars.ok ? bars.data : [];
  return (
    <Sheet title="Deals by stage">
      <NotLoadedLine what="numbers of deals" part={bars} />
      <svg className="parts my-1 h-1 w-full rounded" aria-hidden="true">
        {parts.map(({ label, share, tone }, place) => (
          <rect
            key={label}
            className={`state-${tone}`}
            x={`${parts.slice(0, place).reduce((before, part) => before + part.share, 0)}%`}
            width={`${Math.max(share - 0.5, 0.5)}%`}
            height="8"
          />
        ))}
      </svg>
      <table className="bars" aria-label="Open deals by stage">
        <tbody>
          {parts.map(({ label, count, tone, href }) => (
            <tr key={label}>
              <th scope="row">
                <a className="row-link" href={href}>
                  <State tone={tone}>{label}</State>
                </a>
              </th>
              <td className="num end">{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Sheet>
  );
}
