import { NotLoadedLine, type Part } from "../ui/not-loaded.tsx";
import { LogoPicture } from "../workspace/logo-line.tsx";

export interface LetterheadFacts {
  readonly house: string;
  /** Null where the workspace has none, or where it could not be loaded. */
  readonly logo: string | null;
  /** Phone number, website and the like, in their order. */
  readonly lines: readonly string[];
  /** Whether logo and lines could be loaded. */
  readonly part: Part;
}

export function Letterhead({ facts: { house, logo, lines, part } }: { facts: LetterheadFacts }) {
  return (
    <div className="mb-2">
      <div className="who">
        {logo === null ? null : <LogoPicture picture={logo} />}
        <div>
          <b>{house}</b>
          {lines.length === 0 ? null : <div className="muted small">{lines.join(" · ")}</div>}
        </div>
      </div>
      {/* Not on paper. */}
      <div className="actions">
        <NotLoadedLine what="rest of the letterhead" part={part} />
      </div>
    </div>
  );
}
