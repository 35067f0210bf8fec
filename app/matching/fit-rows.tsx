import { Avatar } from "../ui/avatar.tsx";
import { Row, Rows } from "../ui/page.tsx";
import { Photo } from "../ui/photo.tsx";

/** A client or a property that fits. */
export interface FitRow {
  readonly id: string;
  readonly href: string;
  readonly name: string;
  /** Price and place of a property. */
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

/** What fits, the best first, and why. */
export function FitRows({ label, noun, rows }: FitRowsProps) {
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
              <div className="muted small">{reasons.join(" · ")}</div>
              {isPaired ? <div className="small">Has an opportunity</div> : null}
            </div>
          </div>
        </Row>
      ))}
    </Rows>
  );
}
