import { LinkButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { Sheet } from "../ui/page.tsx";
import { type FitRow, FitRows } from "./fit-rows.tsx";

type AllFitsProps = {
  noun: "clients" | "properties";
  found: { readonly title: string; readonly rows: readonly FitRow[]; readonly isCut: boolean };
  /** What is said where nothing fits. */
  empty: string;
  /** The page of the record that is compared. */
  back: string;
};

/** Everything that fits, the best first, and how that is decided. */
export function AllFits({ noun, found: { title, rows, isCut }, empty, back }: AllFitsProps) {
  return (
    <>
      <Sheet>
        {rows.length === 0 ? (
          <EmptyState action={<LinkButton href={back}>Back</LinkButton>}>{empty}</EmptyState>
        ) : (
          <FitRows label={title} noun={noun} rows={rows} scored />
        )}
      </Sheet>
      <p className="mt-2 small muted">
        {isCut ? "The best 100 of those that were looked at are listed. " : ""}
        Price, area, beds, baths, lot and garages are compared as far as they are known. One thing may be just short: a
        price up to 5% over budget, one bed too few.
      </p>
    </>
  );
}
