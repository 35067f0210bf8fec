import type { ReactNode } from "react";
import { usePortalPath } from "./portal-frame.tsx";

type AskCardProps = { title: string; text: string; children: ReactNode };

/** Something that the client is asked, with the link that answers it. */
export function AskCard({ title, text, children }: AskCardProps) {
  return (
    <section className="card ask">
      <h2>{title}</h2>
      <p>{text}</p>
      <div className="below">{children}</div>
    </section>
  );
}

/** A button that leads to a page of a property. @param below the page, as in "offer" */
export function PropertyLink({ id, below, label }: { id: string; below: string; label: string }) {
  const to = usePortalPath();
  return (
    <a className="btn" href={to(`/properties/${encodeURIComponent(id)}/${below}`)}>
      {label}
    </a>
  );
}
