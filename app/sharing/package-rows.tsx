import { href } from "react-router";
import { DateTime } from "../ui/date-time.tsx";
import { controlProps, type Field, FieldMessages, firstValues } from "../ui/field-frame.tsx";
import { Row, Rows } from "../ui/page.tsx";
import { Photo } from "../ui/photo.tsx";
import type { PackageChoiceRow } from "./package-choices.server.ts";

type PackageRowsProps = {
  field: Field;
  rows: readonly PackageChoiceRow[];
  /** The ids of those that are ticked and whose names did not come. */
  unnamed: readonly string[];
  /** The ids of those that are ticked besides what the field holds. */
  ticked: readonly string[];
  hint: string;
};

/** Properties with a checkbox each, and what a client would see of them. */
export function PackageRows({ field, rows, unnamed, ticked, hint }: PackageRowsProps) {
  const chosen = [...firstValues(field), ...ticked];
  const { id, required: _required, ...control } = controlProps(field, hint);
  return (
    <fieldset className="field" id={id} tabIndex={-1}>
      <legend>Properties</legend>
      <div className="sheet">
        <Rows>
          {unnamed.map((packageId) => (
            <Row key={packageId}>
              <label className="check">
                <input {...control} type="checkbox" value={packageId} defaultChecked />
                <span>A property you ticked, whose name couldn't be loaded</span>
              </label>
            </Row>
          ))}
          {rows.map((row) => (
            <Row key={row.id}>
              <label className="check">
                <input
                  {...control}
                  type="checkbox"
                  value={row.id}
                  disabled={row.obstacle !== null}
                  defaultChecked={row.obstacle === null && chosen.includes(row.id)}
                />
                <span className="who">
                  <Photo picture={row.picture} />
                  <PackageWords {...row} />
                </span>
              </label>
              <a
                className="link"
                target="_blank"
                rel="noreferrer"
                href={href("/packages/:packageId/shares/preview", { packageId: row.id })}
              >
                Preview<span className="vh"> of {row.name} in a new tab</span>
              </a>
            </Row>
          ))}
        </Rows>
      </div>
      <FieldMessages field={field} hint={hint} />
    </fieldset>
  );
}

function PackageWords({ name, detail, sees, obstacle, ...before }: PackageChoiceRow) {
  return (
    <span className="grid">
      <b>{name}</b>
      {detail === "" ? null : <span className="muted small">{detail}</span>}
      <span className="muted small">
        {sees === null ? "The client sees only the address" : `The client sees ${sees}`}
      </span>
      {obstacle === null ? <Before {...before} /> : <span className="small">{obstacle}: can’t be shared</span>}
    </span>
  );
}

/** What the client was sent before. */
function Before({ sharedAt, openedAt, isPaired }: Pick<PackageChoiceRow, "sharedAt" | "openedAt" | "isPaired">) {
  if (sharedAt === null) return isPaired ? <span className="small">Has an opportunity</span> : null;
  return (
    <span className="small">
      Shared <DateTime value={sharedAt} form="day" />,{" "}
      {openedAt === null ? (
        "not opened yet"
      ) : (
        <>
          opened <DateTime value={openedAt} form="day" />
        </>
      )}
    </span>
  );
}
