import { href } from "react-router";
import type { Settled } from "../json-api/settle.ts";
import { packagePath } from "../packages/package-list.ts";
import { DateTime } from "../ui/date-time.tsx";
import { NotLoaded } from "../ui/not-loaded.tsx";
import { Row, Rows, Sheet } from "../ui/page.tsx";

interface OpenedRecord {
  readonly kind: "property" | "document";
  readonly id: string;
  readonly label: string;
  /** Null: never. */
  readonly lastOpenedAt: string | null;
  /** Whether a document has a newer version than the one that was opened. */
  readonly isOutdated: boolean;
}

/** Someone of the household, with all that the portal shows them. */
export interface OpenedByPerson {
  readonly email: string;
  readonly name: string;
  readonly records: readonly OpenedRecord[];
}

/** What each person opened in the client portal, the newest first, and what they never did. */
export function PortalOpenings({ openings }: { openings: Settled<readonly OpenedByPerson[]> }) {
  if (!openings.ok && openings.code === "missing") return null;
  if (openings.ok && openings.data.length === 0) return null;
  return (
    <Sheet title="Opened in the portal">
      {openings.ok ? (
        <Rows label="Opened in the portal">
          {openings.data.map((person) => (
            <Row key={person.email}>
              <PersonOpenings person={person} />
            </Row>
          ))}
        </Rows>
      ) : (
        <NotLoaded what="openings" code={openings.code} />
      )}
    </Sheet>
  );
}

function PersonOpenings({ person: { name, records } }: { person: OpenedByPerson }) {
  const opened = records.filter(({ lastOpenedAt }) => lastOpenedAt !== null);
  const never = records.filter(({ lastOpenedAt }) => lastOpenedAt === null);
  return (
    <div>
      <b>{name}</b>
      <ul className="small">
        {opened.map((record) => (
          <li key={record.id}>
            <RecordLink record={record} />{" "}
            {record.lastOpenedAt === null ? null : <DateTime value={record.lastOpenedAt} />}
            {record.isOutdated ? ", not the newest version" : ""}
          </li>
        ))}
      </ul>
      {never.length === 0 ? null : (
        <details className="small muted">
          <summary>{never.length} never opened</summary>
          <ul>
            {never.map((record) => (
              <li key={record.id}>
                <RecordLink record={record} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function RecordLink({ record: { kind, id, label } }: { record: OpenedRecord }) {
  const address = kind === "property" ? packagePath(id) : href("/documents/:documentId", { documentId: id });
  return (
    <a className="link" href={address}>
      {label}
    </a>
  );
}
