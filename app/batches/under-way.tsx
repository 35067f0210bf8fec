import { type ReactNode, useContext } from "react";
import { LinkButton } from "../ui/button.tsx";
import { DocumentContext } from "../ui/document-parts.ts";
import { LookAgain } from "../ui/look-again.tsx";
import { formatNumber } from "../ui/number-format.ts";
import { Sheet } from "../ui/page.tsx";

type UnderWayProps = {
  title: string;
  done: number;
  all: number;
  /** The address of the page. */
  here: string;
  /** What else may be done meanwhile. */
  children?: ReactNode;
};

const everySeconds = 5;

/** How far a job is. The page looks again by itself, with scripts and without. */
export function UnderWay({ title, done, all, here, children }: UnderWayProps) {
  const hydrates = useContext(DocumentContext).scripts === "full";
  return (
    <Sheet title={title} padded>
      {hydrates ? <LookAgain /> : <meta httpEquiv="refresh" content={String(everySeconds)} />}
      <p className="mb-2">
        {formatNumber(done)} of {formatNumber(all)}. You can leave this page: it goes on by itself.
      </p>
      <progress className="progress" value={done} max={all} aria-label="Progress" />
      <div className="actions mt-2">
        <LinkButton href={here}>Check if it’s done</LinkButton>
        {children}
      </div>
    </Sheet>
  );
}
