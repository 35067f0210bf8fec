import { formatNumber } from "./number-format.ts";
import { TurnLink } from "./turn-link.tsx";

type TableFootProps = {
  /** Place of the first and last row shown, from 1. */
  from: number;
  to: number;
  /** Null when it is not known. */
  total: number | null;
  /** The total is an estimate and reads "about 12,000". */
  estimate?: boolean;
  /** Addresses of the neighbouring pages; null at an end. */
  previous: string | null;
  next: string | null;
  /** What else is to be said of the rows. */
  note?: string;
};

/** 'Showing x to y of total results' with Previous and Next. Nothing for an empty first page. */
export function TableFoot({ from, to, total, estimate = false, previous, next, note = "" }: TableFootProps) {
  if (to < from && previous === null && next === null && note === "") return null;
  return (
    <nav className="foot" aria-label="Pages">
      <p className="num">
        {showing(from, to, total, estimate)}
        {note === "" ? null : `. ${note}`}
      </p>
      <Step href={previous} rel="prev" label="Previous" />
      <Step href={next} rel="next" label="Next" />
    </nav>
  );
}

/** The same for a list that mostly has one page: nothing where it has. */
export function FootOfPages(foot: TableFootProps) {
  return foot.previous === null && foot.next === null && foot.note === undefined ? null : <TableFoot {...foot} />;
}

function showing(from: number, to: number, total: number | null, estimate: boolean): string {
  if (to < from) return "No results on this page";
  const span = `Showing ${formatNumber(from)} to ${formatNumber(to)}`;
  if (total === null) return span;
  return `${span} of ${estimate ? "about " : ""}${formatNumber(total)} results`;
}

type StepProps = { href: string | null; rel: string; label: string };

function Step({ href, rel, label }: StepProps) {
  if (href === null) {
    return (
      <button className="btn" type="button" disabled>
        {label}
      </button>
    );
  }
  return (
    <TurnLink className="btn" href={href} rel={rel}>
      {label}
    </TurnLink>
  );
}
