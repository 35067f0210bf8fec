import type { ReactNode } from "react";
import { useLocation } from "react-router";
import type { Column } from "../ui/data-table.tsx";
import { selectFormId } from "./selection.ts";

/** The checkbox that chooses a record; it is ticked where the address says that it is chosen. */
function SelectBox({ id, name }: { id: string; name: string }) {
  const { search } = useLocation();
  const isChosen = new URLSearchParams(search).getAll("id").includes(id);
  return (
    <label className="check">
      <input
        type="checkbox"
        name="id"
        value={id}
        form={selectFormId}
        defaultChecked={isChosen}
        aria-label={`Select ${name}`}
      />
    </label>
  );
}

/** The columns with a checkbox at the beginning of each row, and without buttons for one. @param nameOf says what a row is called */
export function withBoxes<Row extends { readonly id: string }>(
  columns: readonly Column<Row>[],
  nameOf: (row: Row) => string,
): readonly Column<Row>[] {
  // On phones the leading column is the first line of a card.
  const leading = columns.find(({ card }) => card === "lead") ?? columns[0];
  const shown = columns.filter(({ silent = false }) => !silent);
  return shown.map((column) =>
    column !== leading
      ? column
      : {
          ...column,
          cell: (row) => (
            <Boxed isShown id={row.id} name={nameOf(row)}>
              {column.cell(row)}
            </Boxed>
          ),
        },
  );
}

type BoxedProps = { id: string; name: string; isShown: boolean; children: ReactNode };

/** What a record is shown as, after its checkbox. */
export function Boxed({ id, name, isShown, children }: BoxedProps) {
  if (!isShown) return children;
  return (
    <div className="choosable">
      <SelectBox id={id} name={name} />
      <div>{children}</div>
    </div>
  );
}
