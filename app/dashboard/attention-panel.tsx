import type { Settled, SettledCode } from "../json-api/settle.ts";
import { Deferred } from "../ui/deferred.tsx";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { State } from "../ui/tag.tsx";
import { type GroupKey, groupKeys, groups, type Waiting, type WaitingList } from "./attention.ts";

/** A panel's content: on its way, or simply there. */
export type Panel = Promise<Settled<WaitingList>> | Settled<WaitingList>;

/** Everything that waits, group by group: each comes when it comes, and says for itself when it does not. */
export function AttentionPanel({ panels, here }: { panels: Readonly<Record<GroupKey, Panel>>; here: string }) {
  return (
    <Sheet title="Needs attention">
      {groupKeys.map((key) => (
        <Deferred key={key} value={panels[key]} pending={<Skeleton lines={2} />}>
          {(settled) => <WaitingGroup name={key} settled={settled} here={here} />}
        </Deferred>
      ))}
    </Sheet>
  );
}

type WaitingGroupProps = { name: GroupKey; settled: Settled<WaitingList>; here: string };

function WaitingGroup({ name, settled, here }: WaitingGroupProps) {
  const { title, none, list } = groups[name];
  const isEmpty = settled.ok && settled.data.items.length === 0;
  return (
    <section className="waiting">
      <h3 className="muted small">{title}</h3>
      {isEmpty ? <p className="muted small">{none}</p> : <WaitingRows label={title} settled={settled} here={here} />}
      {settled.ok && settled.data.hasMore ? (
        <p className="small">{list === null ? "There are more." : <a href={list.href}>{list.label}</a>}</p>
      ) : null}
    </section>
  );
}

type WaitingRowsProps = { label: string; settled: Settled<WaitingList>; here: string };

/** The things themselves, or why they are not there. */
export function WaitingRows({ label, settled, here }: WaitingRowsProps) {
  if (!settled.ok) return <Missing code={settled.code} here={here} />;
  return (
    <Rows label={label}>
      {settled.data.items.map((item) => (
        <WaitingRow key={item.id} {...item} />
      ))}
    </Rows>
  );
}

function WaitingRow({ href, title, detail, when, isLate }: Waiting) {
  return (
    <Row>
      <div>
        <a className="link" href={href}>
          {title}
        </a>
        {detail === "" ? null : <span className="muted"> · {detail}</span>}
      </div>
      <span className="small num">{isLate ? <State tone="due">{when}</State> : when}</span>
    </Row>
  );
}

const reasons: Partial<Record<SettledCode, string>> = {
  slow: "This is still loading.",
  missing: "The connected service does not keep these.",
  forbidden: "These are not open to you.",
};

function Missing({ code, here }: { code: SettledCode; here: string }) {
  const isFinal = code === "missing" || code === "forbidden";
  return (
    <p className="muted small">
      {reasons[code] ?? "These couldn't be loaded. The rest of this page is up to date."}
      {isFinal ? null : (
        <>
          {" "}
          <a className="link" href={here}>
            Check again
          </a>
        </>
      )}
    </p>
  );
}
