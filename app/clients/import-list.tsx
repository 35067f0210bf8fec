import { DateTime } from "../ui/date-time.tsx";
import { formatCount } from "../ui/number-format.ts";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import { type ClientImport, importPath } from "./imports.ts";

type ImportListProps = {
  imports: readonly Pick<ClientImport, "id" | "fileName" | "state" | "imported" | "insertedAt">[];
};

/** The latest imports, with links to their results. */
export function ImportList({ imports }: ImportListProps) {
  if (imports.length === 0) return null;
  return (
    <div className="mt-2">
      <Sheet title="Earlier imports">
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
      </Sheet>
    </div>
  );
}

const outcomes: Readonly<Record<string, (imported: number) => string>> = {
  checked: () => "Reviewed, not imported",
  completed: (imported) => `${formatCount(imported, "client")} imported`,
  undone: (imported) => `Undone: ${formatCount(imported, "client")} deleted`,
};
