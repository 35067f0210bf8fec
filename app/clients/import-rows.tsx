import type { ReactNode } from "react";
import { formatCount, formatNumber } from "../ui/number-format.ts";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import { clientPath } from "./client-links.ts";
import type { ImportDuplicate, ImportProblem } from "./imports.ts";

/** The first of some rows, and how many there are. */
interface Some<Item> {
  readonly shown: readonly Item[];
  readonly total: number;
}

/** A client that will be imported, or has been. */
interface Incoming {
  readonly id: string | null;
  readonly name: string;
  readonly email: string | null;
  readonly phoneNumber: string | null;
  /** What else is read of the row. */
  readonly details: readonly string[];
}

type ImportRowsProps = {
  first: Some<Incoming>;
  problems: Some<ImportProblem>;
  remarks: Some<ImportProblem>;
  twice: Some<ImportDuplicate>;
  there: Some<ImportDuplicate>;
};

/** The clients of an import, and the rows that are not imported, with their row numbers in the spreadsheet and the reason. */
export function ImportRows({ first, problems, remarks, twice, there }: ImportRowsProps) {
  return (
    <div className="grid gap-2 mt-2">
      <Group title="Cannot be imported" rows={problems}>
        {problemRow}
      </Group>
      {first.shown.length === 0 ? null : (
        <Group title={first.shown[0]?.id === null ? "Will be imported" : "Imported"} rows={first}>
          {({ id, name, email, phoneNumber, details }) => (
            <Row key={id ?? email ?? `${name} ${phoneNumber}`}>
              <div>
                {id === null ? (
                  <b>{name}</b>
                ) : (
                  <a className="link" href={clientPath(id)}>
                    {name}
                  </a>
                )}
                <div className="muted small">{[email, phoneNumber].filter((part) => part !== null).join(" · ")}</div>
                {details.map((detail) => (
                  <div className="muted small" key={detail}>
                    {detail}
                  </div>
                ))}
              </div>
            </Row>
          )}
        </Group>
      )}
      <Group title="Kept elsewhere or left out" rows={remarks}>
        {problemRow}
      </Group>
      <Group title="In this file twice" rows={twice}>
        {({ row, name, sameAsRow }) => (
          <Row key={row}>
            <Numbered row={row} name={name}>
              {`Same as row ${formatNumber(sameAsRow ?? 0)}.`}
            </Numbered>
          </Row>
        )}
      </Group>
      <Group title="Already in Latchkey" rows={there}>
        {({ row, name, clientId }) => (
          <Row key={row}>
            <Numbered row={row} name={name} href={clientId === null ? null : clientPath(clientId)}>
              Same email, or same name and phone number.
            </Numbered>
          </Row>
        )}
      </Group>
    </div>
  );
}

function problemRow({ row, name, detail }: ImportProblem) {
  return (
    <Row key={row}>
      <Numbered row={row} name={name}>
        {detail}
      </Numbered>
    </Row>
  );
}

type GroupProps<Item> = { title: string; rows: Some<Item>; children: (item: Item) => ReactNode };

function Group<Item>({ title, rows: { shown, total }, children }: GroupProps<Item>) {
  if (total === 0) return null;
  return (
    <Sheet title={`${title}: ${formatCount(total, "row")}`}>
      <Rows label={title}>{shown.map(children)}</Rows>
      {total > shown.length ? (
        <p className="pad muted small">And {formatCount(total - shown.length, "more row")}.</p>
      ) : null}
    </Sheet>
  );
}

type NumberedProps = { row: number; name: string; href?: string | null; children: string };

function Numbered({ row, name, href = null, children }: NumberedProps) {
  return (
    <div>
      <b className="num">Row {formatNumber(row)}</b>{" "}
      {href === null ? (
        name
      ) : (
        <a className="link" href={href}>
          {name}
        </a>
      )}
      <div className="muted small">{children}</div>
    </div>
  );
}
