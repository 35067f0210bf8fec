import type { ReactNode } from "react";

type PanelProps = {
  title: string;
  action?: ReactNode;
  /** Said beside the title where there is nothing to show: the panel is that one line. */
  none?: string | null;
  /** What there is to show, where it is so short that it stands beside the title as well. */
  line?: ReactNode;
  children?: ReactNode;
};

/** A sheet with a heading, as `Sheet`; one line where it is empty or says but a few words. */
export function Panel(props: PanelProps) {
  return (
    <section className="sheet">
      <PanelPart {...props} />
    </section>
  );
}

/** What a panel holds, where two that are short share one sheet. */
export function PanelPart({ title, action, none = null, line = null, children }: PanelProps) {
  return (
    <>
      <div className="panel-h">
        <h2>{title}</h2>
        {none === null ? null : <span className="muted small">{none}</span>}
        {line === null ? null : <span>{line}</span>}
        {action}
      </div>
      {none === null && line === null ? children : null}
    </>
  );
}
