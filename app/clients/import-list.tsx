import { href } from "react-router";
import type { Settled } from "../json-api/settle.ts";
import { DateTime } from "../ui/date-time.tsx";
import { isAbsent, NotLoaded } from "../ui/not-loaded.tsx";
import { formatCount } from "../ui/number-format.ts";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import { type ClientImport, importPath } from "./imports.ts";

type ShownImport = Pick<ClientImport, "id" | "fileName" | "state" | "imported" | "insertedAt">;

/** The latest imports, with links to their results. */
export function ImportList({ imports }: { imports: Settled<readonly ShownImport[]> }) {
  if (imports.ok ? imports.data.length === 0 : isAbsent(imports)) return null;
  return (
    <div className="mt-2">
      <Sheet title="Earlier imports">
        {imports.ok ? (
          <ImportRows imports={imports.data} />
        ) : (
          <NotLoaded what="earlier imports" code={imports.code} here={href("/clients/imports/new")} />
        )}
      </Sheet>
    </div>
  );
}

function ImportRows({ imports }: { imports: readonly ShownImport[] }) {
  return (
    <Rows label="Earlier imports">
      {imports.map(({ id, fileName, state, imported, insertedAt }) => (
        <Row key={id}>
          <div>
            <a className="link" href={importPath(id)}>
              {fileName}
            </a>
            <div className="muted small">{outcomes[state]?.(imported) ?? state}</div>
          </div>
          <span className="muted small">
            <DateTime value={insertedAt} />
          </span>
        </Row>
      ))}
    </Rows>
  );
}

const outcomes: Readonly<Record<string, (imported: number) => string>> = {
  checked: () => "Reviewed, not imported",
  completed: (imported) => `${formatCount(imported, "client")} imported`,
  running: () => "Being imported",
  undoing: () => "Being undone",
  undone: (imported) => `Undone: ${formatCount(imported, "client")} deleted`,
};
