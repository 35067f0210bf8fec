import type { ReactNode } from "react";
import { BrandLine, useBrand } from "./face.tsx";
import { useTexts } from "./texts/texts.ts";

/** The document's title. @param of whose page it is, as in the name of a workspace; the product's words when not given */
export function PortalTitle({ children, of }: { children: string; of?: string }) {
  const { product } = useTexts();
  return <title>{`${children} · ${of ?? product}`}</title>;
}

type PortalShellProps = { title: string; subtitle?: ReactNode; children?: ReactNode; below?: ReactNode };

/** A page of the portal before signing in: whose it is, and what is asked, in a column in the middle. `below` is a line under it. */
export function PortalShell({ title, subtitle, children, below }: PortalShellProps) {
  const brand = useBrand();
  return (
    <main id="main" className="door main mid stack max-w-128 gap-5">
      <PortalTitle>{title}</PortalTitle>
      {brand === null ? null : (
        <div className="brand mb-3">
          <BrandLine brand={brand} />
        </div>
      )}
      <div>
        <h1>{title}</h1>
        {subtitle === undefined ? null : <p className="lead">{subtitle}</p>}
      </div>
      {children}
      {below === undefined ? null : <p className="muted">{below}</p>}
    </main>
  );
}
