import type { Settled } from "../json-api/settle.ts";
import { LinkButton } from "../ui/button.tsx";
import { NotLoaded } from "../ui/not-loaded.tsx";
import { Sheet } from "../ui/page.tsx";
import { type FitRow, FitRows } from "./fit-rows.tsx";

/** The best fits of a property or a client, as its page shows them. */
export interface FitsPanelData {
  readonly noun: "clients" | "properties";
  /** The page of the panel, and the one with all fits. */
  readonly here: string;
  readonly all: string;
  /** With a title as in "Fits 6 clients". */
  readonly found: Settled<{ readonly title: string; readonly rows: readonly FitRow[] }>;
}

type FitsPanelProps = {
  panel: FitsPanelData;
  /** The page that shares them; null where nothing is shared. */
  share: string | null;
};

/** Who or what fits, the best three with the reasons; nothing where none does, and where the service does not compare. */
export function FitsPanel({ panel: { noun, here, all, found }, share }: FitsPanelProps) {
  if (!found.ok) {
    return found.code === "missing" ? null : (
      <Sheet title="Fits">
        <NotLoaded what={`${noun} that fit`} code={found.code} here={here} />
      </Sheet>
    );
  }
  const { title, rows } = found.data;
  if (rows.length === 0) return null;
  const more = (
    <LinkButton href={all} look="quiet" aria-label={`Show all: ${title}`}>
      Show all
    </LinkButton>
  );
  return (
    <Sheet title={title} action={more}>
      <FitRows label={title} noun={noun} rows={rows} />
      {share === null ? null : (
        <p className="pad">
          <a className="link" href={share}>
            Share properties
          </a>
        </p>
      )}
    </Sheet>
  );
}
