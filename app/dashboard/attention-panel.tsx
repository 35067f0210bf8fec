import type { Settled, SettledCode } from "../json-api/settle.ts";
import { Deferred } from "../ui/deferred.tsx";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { State } from "../ui/tag.tsx";
import { type AttentionItem, type AttentionList, type GroupKey, groupKeys, groups } from "./attention.ts";

/** The items of a panel, loaded or still loading. */
export type Panel = Promise<Settled<AttentionList>> | Settled<AttentionList>;

/** All groups. Each is loaded by itself, and shows its own failure. */
export function AttentionPanel({ panels, here }: { panels: Readonly<Record<GroupKey, Panel>>; here: string }) {
  return (
    <Sheet title="Needs attention">
      {groupKeys.map((key) => (
        <Deferred key={key} value={panels[key]} pending={<Skeleton lines={2} />}>
          {(settled) => <AttentionGroup name={key} settled={settled} here={here} />}
        </Deferred>
      ))}
    </Sheet>
  );
}

type AttentionGroupProps = { name: GroupKey; settled: Settled<AttentionList>; here: string };

function AttentionGroup({ name, settled, here }: AttentionGroupProps) {
  const { title, none, list } = groups[name];
  const isEmpty = settled.ok && settled.data.items.length === 0;
  return (
    <section className="waiting">
      <h3 className="muted small">{title}</h3>
      {isEmpty ? <p className="muted small">{none}</p> : <AttentionRows label={title} settled={settled} here={here} />}
      {settled.ok && settled.data.hasMore ? (
        <p className="small">{list === null ? "There are more." : <a href={list.href}>{list.label}</a>}</p>
      ) : null}
    </section>
  );
}

type AttentionRowsProps = { label: string; settled: Settled<AttentionList>; here: string };

/** The items as links, or why they could not be loaded. */
export function AttentionRows({ label, settled, here }: AttentionRowsProps) {
  if (!settled.ok) return <NotAvailable code={settled.code} here={here} />;
  return (
    <Rows label={label}>
      {settled.data.items.map((item) => (
        <AttentionRow key={item.id} {...item} />
      ))}
    </Rows>
  );
}

function AttentionRow({ href, title, detail, when, isLate }: AttentionItem) {
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
  slow: "These couldn't be loaded in time. The rest of this page is up to date.",
  missing: "The connected service doesn't store these.",
  forbidden: "You don't have access to these.",
};

function NotAvailable({ code, here }: { code: SettledCode; here: string }) {
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
