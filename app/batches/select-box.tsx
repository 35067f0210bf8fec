import { type ReactNode, useMemo } from "react";
import { useLocation } from "react-router";
import type { Column } from "../ui/data-table.tsx";
import { idOf, selectFormId } from "./selection.ts";

/** The ids of the records that the address says are chosen. */
export type Chosen = ReadonlySet<string>;

/** For a list: read once, and not again for each row. */
export function useChosen(): Chosen {
  const { search } = useLocation();
  return useMemo(() => new Set(new URLSearchParams(search).getAll("id").map(idOf)), [search]);
}

type SelectBoxProps = { id: string; name: string; chosen: Chosen };

/** The checkbox that chooses a record; it is ticked where the address says that it is chosen. */
function SelectBox({ id, name, chosen }: SelectBoxProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        name="id"
        value={id}
        form={selectFormId}
        defaultChecked={chosen.has(id)}
        aria-label={`Select ${name}`}
      />
    </label>
  );
}

/** The columns with a checkbox at the beginning of each row, and without buttons for one. @param nameOf says what a row is called */
export function withBoxes<Row extends { readonly id: string }>(
  columns: readonly Column<Row>[],
  nameOf: (row: Row) => string,
  chosen: Chosen,
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
            <Boxed isShown chosen={chosen} id={row.id} name={nameOf(row)}>
              {column.cell(row)}
            </Boxed>
          ),
        },
  );
}

type BoxedProps = SelectBoxProps & { isShown: boolean; children: ReactNode };

/** What a record is shown as, after its checkbox. */
export function Boxed({ isShown, children, ...box }: BoxedProps) {
  if (!isShown) return children;
  return (
    <div className="choosable">
      <SelectBox {...box} />
      <div>{children}</div>
    </div>
  );
}
