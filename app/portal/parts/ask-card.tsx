import type { ReactNode } from "react";
import { type ButtonLook, LinkButton } from "../../ui/button.tsx";
import { usePortalPath } from "./portal-frame.tsx";

type AskCardProps = {
  title: string;
  text: ReactNode;
  /** The photo of the property; null for none. */
  coverId?: string | null | undefined;
  children: ReactNode;
};

/** The next thing that the client is asked, with the link that answers it. */
export function AskCard({ title, text, coverId = null, children }: AskCardProps) {
  const to = usePortalPath();
  return (
    <section className="card hi">
      {coverId === null ? null : (
        <img src={to(`/photos/${encodeURIComponent(coverId)}?size=small`)} alt="" width={480} height={360} />
      )}
      <div className="g">
        <div>
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
        {children}
      </div>
    </section>
  );
}

type PropertyLinkProps = {
  id: string;
  /** The page, as in "offer". */
  below: string;
  label: string;
  look?: ButtonLook;
};

/** A button that leads to a page of a property. */
export function PropertyLink({ id, below, label, look = "plain" }: PropertyLinkProps) {
  const to = usePortalPath();
  return (
    <LinkButton href={to(`/properties/${encodeURIComponent(id)}/${below}`)} look={look}>
      {label}
    </LinkButton>
  );
}
