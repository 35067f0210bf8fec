import { type ReactNode, useMemo } from "react";
import { useLocation } from "react-router";
import type { Column } from "../ui/data-table.tsx";
import { idOf, type ShownSelection, selectFormId, wholeName } from "./selection.ts";

/** Whether the address says that a record is chosen. */
export type IsChosen = (id: string) => boolean;

/** For a list: read once, and not again for each row. */
export function useChosen(): IsChosen {
  const { search } = useLocation();
  return useMemo(() => {
    const parameters = new URLSearchParams(search);
    const ids = new Set(parameters.getAll("id").map(idOf));
    return (id: string) => parameters.has(wholeName) || ids.has(id);
  }, [search]);
}

type SelectBoxProps = { id: string; name: string; isChosen: IsChosen };

/** The checkbox that chooses a record; it is ticked where the address says that it is chosen. */
function selectBox({ id, name, isChosen }: SelectBoxProps) {
  const isTicked = isChosen(id);
  return (
    <input
      // Once somebody has ticked or unticked it, a browser keeps that whatever the address says.
      key={String(isTicked)}
      type="checkbox"
      name="id"
      value={id}
      form={selectFormId}
      defaultChecked={isTicked}
      aria-label={`Select ${name}`}
    />
  );
}

/**
 * The columns of a list, and a checkbox before each row where rows can be chosen.
 * @param nameOf says what a row is called
 */
export function useBoxes<Row extends { readonly id: string }>(
  selection: ShownSelection | null | undefined,
  columns: readonly Column<Row>[],
  nameOf: (row: Row) => string,
): readonly Column<Row>[] {
  const isChosen = useChosen();
  if (!selection?.bar) return columns;
  const whole = selection.begin === null ? null : `${selection.begin}&${wholeName}=true`;
  const box: Column<Row> = {
    head: "Select",
    heading:
      whole === null ? null : (
        <a className="tick" href={whole} title="Select all on this page">
          <span className="vh">Select all on this page</span>
        </a>
      ),
    card: "box",
    cell: (row) => selectBox({ id: row.id, name: nameOf(row), isChosen }),
  };
  return [box, ...columns];
}

type BoxedProps = SelectBoxProps & { isShown: boolean; children: ReactNode };

/** What a record is shown as, after its checkbox. */
export function Boxed({ isShown, children, ...box }: BoxedProps) {
  if (!isShown) return children;
  return (
    <div className="who">
      <span className="card-box">{selectBox(box)}</span>
      <div>{children}</div>
    </div>
  );
}
