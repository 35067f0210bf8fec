import type { ReactNode } from "react";

/** A word among others: an area, a house type. */
export function Tag({ children }: { children: ReactNode }) {
  return <span className="tag">{children}</span>;
}

/** Tags side by side; nothing when there are none. */
export function Tags({ items }: { items: readonly string[] }) {
  return items.map((item) => <Tag key={item}>{item}</Tag>);
}

type StateProps = { tone?: "plain" | "on" | "due"; children: ReactNode };

/** The state of a record: the word says it, the shape repeats it (a diamond when something is due). */
export function State({ tone = "plain", children }: StateProps) {
  return <span className={tone === "plain" ? "state" : `state state-${tone}`}>{children}</span>;
}

/** How many wait behind a link; nothing at zero. `what` is read out ("3 unread"). */
export function Count({ value, what }: { value: number; what: string }) {
  if (value <= 0) return null;
  return (
    <span className="count num">
      {value > 99 ? "99+" : value}
      <span className="vh"> {what}</span>
    </span>
  );
}
