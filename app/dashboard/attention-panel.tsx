import type { FormInit } from "../forms/forms.tsx";
import type { Settled, SettledCode } from "../json-api/settle.ts";
import { Deferred } from "../ui/deferred.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { Rows, Sheet } from "../ui/page.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { type AttentionList, type GroupKey, groupKeys, groups } from "./attention.ts";
import type { AttentionOutcome } from "./attention-outcome.ts";
import { AttentionRow } from "./attention-row.tsx";

/** The items of a panel, loaded or still loading. */
export type Panel = Promise<Settled<AttentionList>> | Settled<AttentionList>;

type AttentionPanelProps = {
  panels: Readonly<Record<GroupKey, Panel>>;
  outcome: Promise<AttentionOutcome> | AttentionOutcome;
  /** Whose records these are; null for everybody's. */
  agent: string | null;
  here: string;
  start: FormInit;
};

/** All groups that have something in them, each as soon as it has loaded; below them those that could not be loaded. */
export function AttentionPanel({ panels, outcome, agent, here, start }: AttentionPanelProps) {
  return (
    <Sheet title="Needs attention">
      {groupKeys.map((key) => (
        <Deferred key={key} value={panels[key]} pending={key === "today" ? <Skeleton lines={4} /> : null}>
          {(settled) => <AttentionGroup name={key} settled={settled} agent={agent} here={here} start={start} />}
        </Deferred>
      ))}
      <Deferred value={outcome} pending={null}>
        {({ isClear, failed }) =>
          isClear ? (
            <EmptyState>You're all caught up. Nothing needs attention.</EmptyState>
          ) : (
            failed.map(({ code, titles }) => (
              <section className="waiting" key={code}>
                <h3 className="muted small">{titles}</h3>
                <NotAvailable code={code} here={here} />
              </section>
            ))
          )
        }
      </Deferred>
    </Sheet>
  );
}

type AttentionRowsProps = { label: string; settled: Settled<AttentionList>; here: string; start: FormInit };

type AttentionGroupProps = Omit<AttentionRowsProps, "label"> & { name: GroupKey; agent: string | null };

function AttentionGroup({ name, agent, ...rows }: AttentionGroupProps) {
  const { title, list } = groups[name];
  const { settled } = rows;
  if (!settled.ok || settled.data.items.length === 0) return null;
  return (
    <section className="waiting">
      <h3 className="muted small">{title}</h3>
      <AttentionRows label={title} {...rows} />
      {settled.data.lacking === undefined ? null : <NotAvailable isPart code={settled.data.lacking} here={rows.here} />}
      {settled.data.hasMore ? (
        <p className="small">
          {list === null ? (
            "More appear here once these are done."
          ) : (
            <a href={agent !== null && list.isByAgent ? `${list.href}&agent=${encodeURIComponent(agent)}` : list.href}>
              {list.label}
            </a>
          )}
        </p>
      ) : null}
    </section>
  );
}

/** The items as links, or why they could not be loaded. */
export function AttentionRows({ label, settled, here, start }: AttentionRowsProps) {
  if (!settled.ok) return <NotAvailable code={settled.code} here={here} />;
  const ids = settled.data.items.filter(({ completion }) => completion !== undefined).map(({ id }) => id);
  return (
    <Rows label={label}>
      {settled.data.items.map((item) => (
        <AttentionRow key={item.id} item={item} here={here} start={start} ids={ids} />
      ))}
    </Rows>
  );
}

const reasons: Partial<Record<SettledCode, string>> = {
  slow: "These couldn't be loaded in time. The rest of this page is up to date.",
  missing: "The connected service doesn't store these.",
  forbidden: "You don't have access to these.",
};

function NotAvailable({ code, here, isPart = false }: { code: SettledCode; here: string; isPart?: boolean }) {
  const isFinal = code === "missing" || code === "forbidden";
  return (
    <p className="muted small">
      {isPart ? "There may be more. " : null}
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
