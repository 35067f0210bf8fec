import type { Settled } from "../json-api/settle.ts";
import { NotLoadedLine } from "../ui/not-loaded.tsx";
import { Sheet } from "../ui/page.tsx";

export interface StageBar {
  readonly label: string;
  readonly count: string;
  /** Percent of the longest bar. */
  readonly share: number;
  readonly href: string;
}

/** How many deals stand at each stage; each leads to its list. */
export function StageBars({ bars }: { bars: Settled<readonly StageBar[]> }) {
  if (bars.ok ? bars.data.length === 0 : bars.code === "missing") return null;
  return (
    <Sheet title="Deals by stage">
      <NotLoadedLine what="numbers of deals" part={bars} />
      <table className="bars" aria-label="Open deals by stage">
        <tbody>
          {(bars.ok ? bars.data : []).map(({ label, count, share, href }) => (
            <tr key={label}>
              <th scope="row">
                <a href={href}>{label}</a>
              </th>
              <td className="num end">{count}</td>
              <td aria-hidden="true">
                <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={share} height="8" rx="1" />
                </svg>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Sheet>
  );
}
