import type { ReactNode } from "react";

/** A word among others: an area, a house type. */
export function Tag({ children }: { children: ReactNode }) {
  return <span className="tag">{children}</span>;
}

/** Tags side by side; nothing when there are none. */
export function Tags({ items }: { items: readonly string[] }) {
  return items.map((item) => (
    <span key={item} className="tag">
      {item}
    </span>
  ));
}

/** Of the shape before a word: a gray dot, a blue, violet or green one (`on`), a ring, a square or a red triangle, or a diamond for what is late or waits. */
export type StateTone = "plain" | "blue" | "violet" | "on" | "hollow" | "square" | "worst" | "due";

type StateProps = {
  tone?: StateTone;
  /** A badge: with a hairline around it. */
  pill?: boolean;
  /** For whoever points at it. */
  title?: string;
  children: ReactNode;
};

/** The state of a record: the word says it, the shape repeats it. */
export function State({ tone = "plain", pill = false, title, children }: StateProps) {
  const look = tone === "plain" ? "state" : `state state-${tone}`;
  return (
    <span className={pill ? `${look} pill` : look} title={title}>
      {children}
    </span>
  );
}

/** How many wait behind a link; nothing at zero. `what` is read out ("3 unread"); `hot` is for what is new. */
export function Count({ value, what, hot = false }: { value: number; what: string; hot?: boolean }) {
  if (value <= 0) return null;
  return (
    <span className={hot ? "count hot num" : "count num"}>
      {value > 99 ? "99+" : value}
      <span className="vh">{` ${what}`}</span>
    </span>
  );
}
