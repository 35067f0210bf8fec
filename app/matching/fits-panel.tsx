import type { Settled } from "../json-api/settle.ts";
import { Avatar } from "../ui/avatar.tsx";
import { LinkButton } from "../ui/button.tsx";
import { isAbsent, NotLoaded } from "../ui/not-loaded.tsx";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import { Photo } from "../ui/photo.tsx";

/** The best fits of a property or a client, as its page shows them. */
export interface FitsPanelData {
  readonly noun: "clients" | "properties";
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
    return isAbsent(found) ? null : (
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

export interface FitRow {
  readonly id: string;
  readonly href: string;
  readonly name: string;
  readonly detail: string | null;
  /** The picture of a client or a property; a path on our own server. */
  readonly picture: string | null;
  readonly reasons: readonly string[];
  /** Whether they have an opportunity together. */
  readonly isPaired: boolean;
}

type FitRowsProps = {
  label: string;
  noun: "clients" | "properties";
  rows: readonly FitRow[];
};

function FitRows({ label, noun, rows }: FitRowsProps) {
  return (
    <Rows label={label}>
      {rows.map(({ id, href, name, detail, picture, reasons, isPaired }) => (
        <Row key={id}>
          <div className="who">
            {noun === "clients" ? <Avatar name={name} picture={picture} /> : <Photo picture={picture} />}
            <div>
              <a className="row-link" href={href}>
                {name}
              </a>
              {detail === null || detail === "" ? null : <div className="muted small">{detail}</div>}
              <div className="muted small">
                {reasons.join(" · ")}
                {isPaired ? <span className="text-ink"> · Has an opportunity</span> : null}
              </div>
            </div>
          </div>
        </Row>
      ))}
    </Rows>
  );
}
