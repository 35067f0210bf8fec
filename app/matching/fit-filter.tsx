import { NotLoadedLine, type Part } from "../ui/not-loaded.tsx";
import { TurnLink } from "../ui/turn-link.tsx";

export interface ShownFit {
  /** As in "Fits 12 Elm Street". */
  readonly text: string;
  /** The address of the list without this filter. */
  readonly all: string;
  /** Whether the record's name, and how well the list's records fit, could be loaded. */
  readonly part: Part;
}

/** Says in a list's toolbar what its records fit, and takes the filter away. */
export function FitFilter({ fit: { text, all } }: { fit: ShownFit }) {
  return (
    <TurnLink className="btn" href={all} aria-label={`Remove filter: ${text}`}>
      {text} <span aria-hidden="true">×</span>
    </TurnLink>
  );
}

/** Says above the list that its filter's name, or the reasons of its rows, could not be loaded. */
export function FitNotLoaded({ fit }: { fit: ShownFit | null }) {
  return fit === null ? null : <NotLoadedLine what={`details of “${fit.text}”`} part={fit.part} />;
}
