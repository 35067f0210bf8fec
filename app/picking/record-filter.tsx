import { useEffect, useRef, useState } from "react";
import { Notice } from "../ui/notice.tsx";
import { TurnLink } from "../ui/turn-link.tsx";
import { forParameter, type ShownFilter, typedParameter } from "./filter-pick.ts";
import type { Picked, PickKind } from "./pick.ts";
import { PickInput } from "./pick-input.tsx";

export type RecordFilterProps = {
  kind: PickKind;
  /** In the address. */
  name: string;
  /** What the field is called, which stands in it while nothing is chosen. */
  label: string;
  filter: ShownFilter;
  /** The way to the whole list, what it is called, and the first line of what there is to choose where that is shorter. */
  all: { readonly label: string; readonly line?: string; readonly href: string };
};

/** One of a toolbar's filters: by a record, which is picked by typing. It applies itself when one is picked. */
export function RecordFilter({ kind, name, label, filter, all }: RecordFilterProps) {
  const { chosen, text } = filter;
  const id = chosen?.id ?? null;
  const shown = chosen?.name ?? text;
  const [held, setHeld] = useState<Picked>({ id, text: shown });
  const applied = useRef(id);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // Back, Forward and links change it as well.
    applied.current = id;
    setHeld({ id, text: shown });
  }, [id, shown]);

  useEffect(() => {
    if (held.id === applied.current || (held.id === null && held.text !== "")) return;
    applied.current = held.id;
    box.current?.closest("form")?.requestSubmit();
  }, [held]);

  return (
    // What is typed is no filter yet: the toolbar would apply itself at every letter.
    <div ref={box} className="pick" onChange={(event) => event.stopPropagation()}>
      {held.id === null ? null : <input type="hidden" name={name} value={held.id} />}
      {chosen === null ? null : (
        <TurnLink className="btn quiet" href={all.href} aria-label={all.label}>
          ✕
        </TurnLink>
      )}
      <PickInput
        kind={kind}
        input={{
          name: typedParameter(name),
          className: "input",
          "aria-label": label,
          placeholder: label,
          maxLength: 200,
        }}
        picked={held}
        suggestions={null}
        all={all.line ?? all.label}
        onChange={setHeld}
      >
        {/* Another text may be typed over the name of a picked record. */}
        {held.id === null ? null : <input type="hidden" name={forParameter(name)} value={held.text} />}
      </PickInput>
    </div>
  );
}

type FilterQuestionProps = { filter: ShownFilter; hrefOf: (id: string) => string };

/** Where a typed text does not say which record is meant: those that it may mean. */
export function FilterQuestion({ filter: { question }, hrefOf }: FilterQuestionProps) {
  if (question === null) return null;
  return (
    <Notice tone="warn" title={question.text}>
      <ul>
        {question.options.map(({ id, name, detail }) => (
          <li key={id}>
            <TurnLink href={hrefOf(id)}>{name}</TurnLink> <span className="muted small">{detail}</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** The two parts of a filter by a record, for lists that have one. */
export const recordFilter = { Field: RecordFilter, Question: FilterQuestion };
export type RecordFilterParts = typeof recordFilter;
