import type { ReactNode } from "react";

type PanelProps = {
  title: string;
  action?: ReactNode;
  /** Said beside the title where there is nothing to show: the panel is that one line. */
  none?: string | null;
  children?: ReactNode;
};

/** A sheet with a heading, as `Sheet`; one line where it is empty. */
export function Panel({ title, action, none = null, children }: PanelProps) {
  return (
    <section className="sheet">
      <div className="panel-h">
        <h2>{title}</h2>
        {none === null ? null : <span className="muted small">{none}</span>}
        {action}
      </div>
      {none === null ? children : null}
    </section>
  );
}
