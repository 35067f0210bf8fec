import { type KeyboardEvent, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { fold } from "../../spelling/folding.ts";
import type { Settled } from "../json-api/settle.ts";
import { controlProps, FieldFrame, type FieldProps, firstValue } from "../ui/field-frame.tsx";
import { NotLoadedLine } from "../ui/not-loaded.tsx";

type MentionAreaProps = FieldProps & {
  /** Of the colleagues who can be told; without any it is a field like others. */
  colleagues: Settled<readonly string[]>;
  rows: number;
  placeholder?: string;
};

/** So many are offered at a time. */
const mostOffered = 6;

/** Several lines of text in which colleagues are named with "@". With scripts their names are offered while one types. */
export function MentionArea({ field, colleagues, hint, rows, placeholder, ...frame }: MentionAreaProps) {
  const names = colleagues.ok ? colleagues.data : [];
  const area = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState<Typed | null>(null);
  const [steered, setSteered] = useState(0);
  const offered = typed === null ? [] : offeredFor(typed.begun, names);
  const isOpen = offered.length > 0;
  const current = Math.min(steered, offered.length - 1);
  const listId = `${field.id}-names`;
  const hydrated = useHydrated();

  const look = () => {
    setTyped(area.current === null ? null : typedIn(area.current));
    setSteered(0);
  };
  const take = (name: string) => {
    if (area.current === null || typed === null) return;
    area.current.setRangeText(`@${name} `, typed.from, typed.to, "end");
    area.current.dispatchEvent(new Event("input", { bubbles: true }));
    setTyped(null);
  };
  const steer = (event: KeyboardEvent) => {
    const name = offered[current];
    if (name === undefined || event.nativeEvent.isComposing) return;
    const steps = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (steps !== undefined) setSteered((current + steps + offered.length) % offered.length);
    else if (event.key === "Enter" || event.key === "Tab") take(name);
    else if (event.key === "Escape") setTyped(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <FieldFrame field={field} hint={hint} {...frame}>
      <div className="relative">
        <textarea
          {...controlProps(field, hint)}
          ref={area}
          className="input w-full"
          rows={rows}
          placeholder={placeholder}
          defaultValue={firstValue(field)}
          {...(hydrated && names.length > 0
            ? {
                "aria-autocomplete": "list" as const,
                "aria-haspopup": "listbox" as const,
                "aria-controls": isOpen ? listId : undefined,
                "aria-activedescendant": isOpen ? `${listId}-${current}` : undefined,
                onInput: look,
                onClick: look,
                onKeyDown: steer,
                onBlur: () => setTyped(null),
              }
            : {})}
        />
        {isOpen ? (
          <div className="picks float" role="listbox" id={listId} aria-label="Colleagues">
            {offered.map((name, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys
              // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus
              <div
                key={name}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={index === current}
                className="item"
                data-focus={index === current ? "" : undefined}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => take(name)}
              >
                {name}
              </div>
            ))}
          </div>
        ) : null}
      </div>
      <p role="status" className="vh">
        {isOpen ? sayHowMany(offered.length) : ""}
      </p>
      <NotLoadedLine what="colleagues to mention" part={colleagues} />
      {names.length === 0 ? null : (
        <details className="small muted">
          <summary>Mention a colleague</summary>
          <p>Type @ and a whole name, and they get a notification: {names.map((name) => `@${name}`).join(", ")}</p>
        </details>
      )}
    </FieldFrame>
  );
}

function sayHowMany(count: number): string {
  return count === 1
    ? "1 colleague. Press Enter to choose."
    : `${count} colleagues. Choose with the arrow keys and Enter.`;
}

/** What is typed of a name, and where it stands with its "@". */
interface Typed {
  readonly begun: string;
  readonly from: number;
  readonly to: number;
}

/** No name is longer. */
const longestName = 120;

/** The name that is being typed at the caret; null for none. */
function typedIn({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Typed | null {
  if (selectionStart !== selectionEnd) return null;
  const from = value.lastIndexOf("@", selectionStart - 1);
  const begun = value.slice(from + 1, selectionStart);
  const isInWord = /[\p{L}\p{N}_]/u.test(value.slice(Math.max(0, from - 1), from));
  if (from < 0 || isInWord || begun.length > longestName || begun.includes("\n")) return null;
  return { begun, from, to: selectionStart };
}

/** The names that go on like what is typed: themselves, or one of their words. */
function offeredFor(begun: string, names: readonly string[]): readonly string[] {
  const start = fold(begun);
  // What ends with a blank is a whole name, or none.
  const isAgain = (name: string) => begun !== begun.trimEnd() && fold(name) === start;
  const fits = (name: string) => fold(name).startsWith(start) || fold(name).includes(` ${start}`);
  return names.filter((name) => fits(name) && !isAgain(name)).slice(0, mostOffered);
}
