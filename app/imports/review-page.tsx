import type { ComponentProps, ReactNode } from "react";
import * as z from "zod/mini";
import { type FormReply, FormStart } from "../forms/forms.tsx";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { checkbox } from "../ui/form-values.ts";
import { Notice } from "../ui/notice.tsx";
import { formatCount, formatNumber } from "../ui/number-format.ts";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import { PostForm } from "../ui/post-form.tsx";
import type { ImportProblem } from "./import-attributes.ts";
import { ImportPage, type ImportPlace } from "./import-page.tsx";

export const completionForm = z.object({
  leavesOut: checkbox(),
  /** The rows whose changes are wanted. */
  change: z.pipe(
    z.optional(z.union([z.string(), z.array(z.string())])),
    z.transform((given) => [given ?? []].flat()),
  ),
  allChanges: checkbox(),
});

type RowsProps = ComponentProps<typeof ImportRows>;

type ReviewPageProps = {
  place: ImportPlace;
  loaded: {
    fileName: string;
    rows: Omit<RowsProps, "knownBy">;
    ignoredColumns: readonly string[];
    encoding: string | null;
    columnsHref: string | null;
    canComplete: boolean;
    canLeaveOut: boolean;
    start: ComponentProps<typeof FormStart>["start"];
  };
  reply: FormReply | undefined;
  /** How many records it would create, or has created, or how far that is. */
  outcome: ReactNode;
  send: string;
  knownBy: RowsProps["knownBy"];
};

/** The page on which a file is reviewed, and what it brought in is shown. */
export function ReviewPage({ place, loaded, reply, outcome, send, knownBy }: ReviewPageProps) {
  const { fileName, rows, ignoredColumns, encoding, columnsHref, canComplete, canLeaveOut, start } = loaded;
  return (
    <ImportPage
      place={place}
      crumbs={[{ label: "Import", href: place.newPath }, { label: fileName }]}
      title={fileName}
      {...(rows.isOpen ? { subtitle: "Nothing has been saved yet." } : {})}
    >
      {outcome}
      <IgnoredColumns columns={ignoredColumns} />
      {canComplete || canLeaveOut ? (
        <PostForm>
          <FormStart start={start} reply={reply} />
          {rows.isOpen ? <OfferedChanges {...rows.changes} /> : null}
          <div className="actions">
            {canComplete ? <SubmitButton>{rows.first.total === 0 ? "Apply these changes" : send}</SubmitButton> : null}
            {canLeaveOut ? (
              <SubmitButton look={canComplete ? "plain" : "go"} name="leavesOut" value="on">
                Import these without what can’t be read
              </SubmitButton>
            ) : null}
            <LinkButton href={place.newPath}>Choose another file</LinkButton>
          </div>
        </PostForm>
      ) : (
        <div className="actions">
          <LinkButton href={place.newPath}>{rows.isOpen ? "Choose another file" : "Import another file"}</LinkButton>
        </div>
      )}
      <ImportReading encoding={encoding} columnsHref={columnsHref} />
      <ImportRows {...rows} knownBy={knownBy} />
    </ImportPage>
  );
}

function IgnoredColumns({ columns }: { columns: readonly string[] }) {
  if (columns.length === 0) return null;
  return (
    <Notice tone="warn" title="These columns will be skipped:">
      {columns.join(", ")}.
    </Notice>
  );
}

type ImportReadingProps = {
  /** As people call it; null where there is nothing to say. */
  encoding: string | null;
  /** Where columns are chosen; null where the file was not kept. */
  columnsHref: string | null;
};

function ImportReading({ encoding, columnsHref }: ImportReadingProps) {
  if (encoding === null) return null;
  return (
    <p className="muted small mt-2">
      Encoding: {encoding}.{" "}
      {columnsHref === null ? (
        "The file itself was not kept, so its columns and encoding can’t be changed here. Large files are not kept: split it, and choose it again."
      ) : (
        <a className="link" href={columnsHref}>
          Change columns or encoding
        </a>
      )}
    </p>
  );
}

interface Some<Item> {
  readonly shown: readonly Item[];
  readonly total: number;
}

interface Incoming {
  readonly key: string;
  readonly name: string;
  /** Its page; null until it is imported. */
  readonly href: string | null;
  readonly lines: readonly string[];
}

interface Twice {
  readonly row: number;
  readonly name: string;
  readonly sameAsRow: number | null;
}

interface Known {
  readonly row: number;
  readonly name: string;
  readonly href: string | null;
}

interface Change extends Known {
  readonly state: string;
  /** "List price $849,000 → $829,000" */
  readonly lines: readonly string[];
}

type ImportRowsProps = {
  first: Some<Incoming>;
  problems: Some<ImportProblem>;
  remarks: Some<ImportProblem>;
  twice: Some<Twice>;
  there: Some<Known>;
  changes: Some<Change>;
  isOpen: boolean;
  knownBy: string;
};

/** What the file says otherwise than Latchkey: nothing of it is ticked. */
function OfferedChanges({ shown, total }: Some<Change>) {
  if (total === 0) return null;
  return (
    <div className="mb-2">
      <Sheet title={`Already in Latchkey, and different: ${formatCount(total, "row")}`}>
        <Rows label="Already in Latchkey, and different">
          {shown.map(({ row, name, lines }) => (
            <Row key={row}>
              <label className="check">
                <input type="checkbox" name="change" value={row} />{" "}
                <span>
                  <b className="num">Row {formatNumber(row)}</b> {name}
                  {lines.map((line) => (
                    <span className="muted small block" key={line}>
                      {line}
                    </span>
                  ))}
                </span>
              </label>
            </Row>
          ))}
          {total > 1 ? (
            <Row key="all">
              <label className="check">
                <input type="checkbox" name="allChanges" value="on" /> Change all of these
              </label>
            </Row>
          ) : null}
        </Rows>
      </Sheet>
    </div>
  );
}

const outcomes: Readonly<Record<string, string>> = {
  applied: "Changed.",
  skipped: "Not changed: somebody else changed it first.",
  undone: "Changed back.",
  kept: "Not all changed back: somebody changed it since.",
};

function ImportRows({ first, problems, remarks, twice, there, changes, isOpen, knownBy }: ImportRowsProps) {
  const written = changes.shown.filter(({ state }) => state in outcomes);
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
      <Group
        title="Changed in Latchkey"
        rows={{ shown: written, total: written.length }}
        isShown={!isOpen && written.length > 0}
      >
        {({ row, name, href, state, lines }) => (
          <Row key={row}>
            <Numbered row={row} name={name} href={href}>
              {[...lines, outcomes[state]].join(". ")}
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
