import { Combobox, ComboboxButton, ComboboxInput, ComboboxOption, ComboboxOptions } from "@headlessui/react";
import {
  type ChangeEvent,
  type ComponentProps,
  Fragment,
  type InputHTMLAttributes,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { OptionContent } from "./option-content.tsx";
import {
  clearingId,
  creatingId,
  isSame,
  linesOf,
  nothingPicked,
  type OptionLine,
  onlyMeaning,
  passesBy,
  say,
  type Wording,
} from "./option-lines.ts";
import { type Candidate, type Picked, type PickKind, type PickOption, soughtWords, textOfKind } from "./pick.ts";
import { useOptions } from "./use-options.ts";

/** What the native field held when this took its place. */
export interface Handover {
  readonly text: string;
  /** What the page filled in. */
  readonly initial: string;
  /** Which letters were selected; null where the field had no focus. */
  readonly selection: readonly [start: number, end: number] | null;
}

/** The attributes of the native field, its name among them. */
type FieldAttributes = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | "id"
  | "name"
  | "form"
  | "list"
  | "className"
  | "placeholder"
  | "maxLength"
  | "aria-label"
  | "aria-invalid"
  | "aria-describedby"
>;

/** In a filter, which has the line that takes the choice back, a picked record is shown by its name alone. */
export interface RecordComboboxProps extends Omit<Wording, "textOf"> {
  kind: PickKind;
  /** The property whose reports are picked. */
  packageId?: string | undefined;
  /** The id of a record that is not offered. */
  except?: string | undefined;
  input: FieldAttributes;
  picked: Picked;
  /** What is offered before anything is typed; null where the server is asked. */
  suggestions: readonly PickOption[] | null;
  /** What is picked takes effect at once: only a line that was taken is picked, and no text by itself. */
  isAtOnce?: boolean;
  onChange: (picked: Picked) => void;
}

/** A record picked by typing, out of what the server offers. */
export function RecordCombobox(props: RecordComboboxProps & { handover: Handover }) {
  const { picked, createAt, onChange } = props;

  function choose(line: OptionLine | null) {
    if (line?.id === creatingId)
      window.open(`${createAt}?${new URLSearchParams({ name: line.text })}`, "_blank", "noopener");
    else onChange(line === null || line.id === clearingId ? nothingPicked : { id: line.id, text: line.text });
  }

  return (
    <Combobox<OptionLine> value={{ ...picked, option: null }} by={isSame} onChange={choose}>
      {(list) => <FieldAndList {...props} list={list} />}
    </Combobox>
  );
}

type FieldAndListProps = RecordComboboxProps & {
  handover: Handover;
  list: { readonly open: boolean; readonly activeOption: OptionLine | null };
};

function FieldAndList(props: FieldAndListProps) {
  const {
    kind,
    packageId,
    except,
    input,
    picked,
    suggestions,
    create,
    createAt,
    all,
    isAtOnce = false,
    onChange,
    handover,
    list,
  } = props;
  // In a filter the picked record alone counts.
  const isFilter = all !== undefined;
  const textOf = isFilter ? ({ name }: Candidate) => name : textOfKind(kind);
  const text = picked.id === null ? picked.text.trim() : "";
  const words = list.open || text !== "" ? soughtWords(text) : null;
  const first = suggestions === null ? null : { options: suggestions, isGuess: false };
  const asked = useOptions(kind, words, first, packageId);
  const found = { ...asked, options: asked.options.filter(({ id }) => id !== except) };
  const lines = linesOf(found, text, { create, createAt, all, textOf });
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // Whether the line that Enter would take was chosen by keys or pointer, and is not only the first.
  const isSteered = useRef(false);
  const [wasUsed, setWasUsed] = useState(false);
  // Below the field and not over the page, where it would cover the button that sends the form; and kept when the focus
  // leaves, so that the button does not move away under the pointer.
  const hasNothing = text === "" ? suggestions?.length === 0 : lines.length === 0;
  const isSaidBelow = !isFilter && (wasUsed || list.open) && hasNothing && found.state !== "waiting";
  useTakenOver(field, button, handover);

  useEffect(() => {
    if (list.open) setWasUsed(true);
  }, [list.open]);

  const isMeant = found.state === "ready" && text !== "" && !isAtOnce;
  const meant = isMeant ? onlyMeaning(text, found, { create, textOf }) : null;
  useEffect(() => {
    // An answer may come after the focus has moved to the next field.
    if (meant !== null && field.current !== document.activeElement) onChange(meant);
  }, [meant, onChange]);

  function type(event: ChangeEvent<HTMLInputElement>) {
    isSteered.current = false;
    onChange({ id: null, text: event.target.value });
  }

  function steer(event: KeyboardEvent<HTMLInputElement>) {
    if (/^(Arrow(Up|Down)|Page|Home|End)/.test(event.key)) isSteered.current = true;
    if (list.open && passesBy(event.key, list.activeOption, isSteered.current, isAtOnce || create !== undefined))
      event.stopPropagation();
  }

  return (
    <>
      <ComboboxInput<OptionLine, typeof DescribedInput>
        {...input}
        name={isFilter && picked.id !== null ? undefined : input.name}
        list={undefined}
        as={DescribedInput}
        describedBy={input["aria-describedby"]}
        ref={field}
        autoComplete="off"
        displayValue={(line) => line.text}
        onChange={type}
        onClick={() => {
          if (!list.open) button.current?.click();
        }}
        onBlur={() => {
          if (meant !== null) onChange(meant);
        }}
        onKeyDownCapture={steer}
      />
      {/* It names the list, too. */}
      <ComboboxButton
        ref={button}
        className={isFilter && picked.id !== null ? "vh" : "btn quiet arrow"}
        aria-label="Options"
      />
      <p role="status" className={isSaidBelow ? "hint" : "vh"}>
        {list.open || isSaidBelow ? say(found, lines) : ""}
      </p>
      <ComboboxOptions modal={false} className="picks float max-h-[300px] w-full max-w-none overflow-auto empty:hidden">
        {lines.map((line) => (
          <Fragment key={line.id}>
            {found.isGuess && line.option !== null && line.option === found.options[0] ? (
              <div className="menu-head">Did you mean</div>
            ) : null}
            <ComboboxOption
              value={line}
              className="item"
              onPointerMove={() => {
                isSteered.current = true;
              }}
            >
              <OptionContent kind={kind} line={line} />
            </ComboboxOption>
          </Fragment>
        ))}
        {isSaidBelow || (lines.length > 0 && found.state !== "failed") ? null : (
          <ComboboxOption disabled value={nothing} className="menu-head">
            {say(found, lines)}
          </ComboboxOption>
        )}
      </ComboboxOptions>
    </>
  );
}

type DescribedInputProps = ComponentProps<"input"> & { describedBy: string | undefined };

/** With its hint and its error, which the library would leave out: it knows descriptions of its own only. */
function DescribedInput({ describedBy, ...input }: DescribedInputProps) {
  return <input {...input} aria-describedby={describedBy} />;
}

const nothing: OptionLine = { ...nothingPicked, option: null };

/** Takes over the focus and selection of the native field; what was typed there is searched for at once. */
function useTakenOver(
  field: RefObject<HTMLInputElement | null>,
  button: RefObject<HTMLButtonElement | null>,
  handover: Handover,
): void {
  const first = useRef(handover);
  useLayoutEffect(() => {
    const { text, initial, selection } = first.current;
    const input = field.current;
    if (input === null) return;
    input.defaultValue = initial;
    input.value = text;
    if (selection === null) return;
    input.focus();
    input.setSelectionRange(...selection);
    if (text !== initial) button.current?.click();
  }, [field, button]);
}
