import type { ReactNode } from "react";

type PreviewPageProps = {
  property: { readonly street: string; readonly place: string };
  /** What is previewed, in bold, and what clients see now. */
  said: ReactNode;
  /** Where the preview was opened; null for a tab of its own. */
  back: string | null;
  children: ReactNode;
};

/** A property in the look of the clients' pages, for staff. */
export function PreviewPage({ property: { street, place }, said, back, children }: PreviewPageProps) {
  return (
    <>
      <title>{`Preview: ${street}`}</title>
      <section className="view-bar acts justify-between" aria-label="Preview">
        <p>{said}</p>
        {back === null ? null : (
          <a className="btn" href={back}>
            Back
          </a>
        )}
      </section>
      <main id="main" className="main mid stack">
        <div>
          <h1>{street}</h1>
          <p className="lead">{place}</p>
        </div>
        {children}
      </main>
    </>
  );
}
