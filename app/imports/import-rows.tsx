import type { ReactNode } from "react";
import { formatCount, formatNumber } from "../ui/number-format.ts";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import type { ImportProblem } from "./import-attributes.ts";

/** The first of some rows, and how many there are. */
interface Some<Item> {
  readonly shown: readonly Item[];
  readonly total: number;
}

/** A record that will be imported, or has been. */
interface Incoming {
  readonly key: string;
  readonly name: string;
  /** Its page; null until it is imported. */
  readonly href: string | null;
  /** What else is known of it. */
  readonly lines: readonly string[];
}

/** A row whose record is in an earlier row of the file. */
interface Twice {
  readonly row: number;
  readonly name: string;
  readonly sameAsRow: number | null;
}

/** A row whose record is there already. */
interface Known {
  readonly row: number;
  readonly name: string;
  readonly href: string | null;
}

type ImportRowsProps = {
  first: Some<Incoming>;
  problems: Some<ImportProblem>;
  remarks: Some<ImportProblem>;
  twice: Some<Twice>;
  there: Some<Known>;
  isOpen: boolean;
  /** By what a record is known, in a sentence. */
  knownBy: string;
};

/** The records of an import, and the rows that are not imported, with their row numbers in the spreadsheet and the reason. */
export function ImportRows({ first, problems, remarks, twice, there, isOpen, knownBy }: ImportRowsProps) {
  return (
    <div className="grid gap-2 mt-2">
      <Group title="Cannot be imported" rows={problems}>
        {problemRow}
      </Group>
      <Group title={isOpen ? "Will be imported" : "Imported"} rows={first} isShown={first.shown.length > 0}>
        {({ key, name, href, lines }) => (
          <Row key={key}>
            <div>
              <Name name={name} href={href} />
              {lines.map((line) => (
                <div className="muted small" key={line}>
                  {line}
                </div>
              ))}
            </div>
          </Row>
        )}
      </Group>
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
        {({ row, name, href }) => (
          <Row key={row}>
            <Numbered row={row} name={name} href={href}>
              {knownBy}
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

type GroupProps<Item> = {
  title: string;
  rows: Some<Item>;
  isShown?: boolean;
  children: (item: Item) => ReactNode;
};

function Group<Item>({ title, rows: { shown, total }, isShown = total > 0, children }: GroupProps<Item>) {
  if (!isShown) return null;
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
      <b className="num">Row {formatNumber(row)}</b> <Name name={name} href={href} />
      <div className="muted small">{children}</div>
    </div>
  );
}

function Name({ name, href }: Pick<Incoming, "name" | "href">) {
  if (href === null) return <b>{name}</b>;
  return (
    <a className="link" href={href}>
      {name}
    </a>
  );
}
