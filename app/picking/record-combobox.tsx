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
} from "react";
import { Avatar } from "../ui/avatar.tsx";
import { Photo } from "../ui/photo.tsx";
import {
  type Candidate,
  meaningOf,
  newChoice,
  type Picked,
  type PickKind,
  type PickOption,
  soughtWords,
  textOfKind,
} from "./pick.ts";
import { type OfferedOptions, useOptions } from "./use-options.ts";

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

export interface RecordComboboxProps {
  kind: PickKind;
  input: FieldAttributes;
  picked: Picked;
  /** What is offered before anything is typed; null where the server is asked. */
  suggestions: readonly PickOption[] | null;
  /** What the line says that makes something new of the text; without one only what is there can be picked. */
  create?: ((text: string) => string) | undefined;
  /** The page that makes what is not there yet, with the text as its `name`; it opens in a tab of its own. */
  createAt?: string | undefined;
  /** What the line says that takes the choice back, in a filter; a picked record is shown by its name alone there. */
  all?: string | undefined;
  onChange: (picked: Picked) => void;
}

/** A line of the list: a record, or something to do, by what it says. */
type Line = Picked & { readonly option: PickOption | null; readonly does?: string };

/** The ids of the lines that take the choice back, and that lead to a page. */
const none = "";
const elsewhere = "elsewhere";

const nobody: Picked = { id: null, text: "" };

/** What was only typed is no line of the list. */
const isSame = (one: Line | null, other: Line | null) => one != null && one.id !== null && one.id === other?.id;

/** A record picked by typing, out of what the server offers. */
export function RecordCombobox(props: RecordComboboxProps & { handover: Handover }) {
  const { picked, createAt, onChange } = props;

  function choose(line: Line | null) {
    if (line?.id === elsewhere)
      window.open(`${createAt}?${new URLSearchParams({ name: line.text })}`, "_blank", "noopener");
    else onChange(line === null || line.id === none ? nobody : { id: line.id, text: line.text });
  }

  return (
    <Combobox<Line> value={{ ...picked, option: null }} by={isSame} onChange={choose}>
      {(list) => <FieldAndList {...props} list={list} />}
    </Combobox>
  );
}

type FieldAndListProps = RecordComboboxProps & {
  handover: Handover;
  list: { readonly open: boolean; readonly activeOption: Line | null };
};

function FieldAndList(props: FieldAndListProps) {
  const { kind, input, picked, suggestions, create, createAt, all, onChange, handover, list } = props;
  // In a filter the picked record alone counts.
  const isFilter = all !== undefined;
  const textOf = isFilter ? ({ name }: Candidate) => name : textOfKind(kind);
  const text = picked.id === null ? picked.text.trim() : "";
  const words = list.open || text !== "" ? soughtWords(text) : null;
  const found = useOptions(kind, words, suggestions === null ? null : { options: suggestions, isGuess: false });
  const lines = linesOf(found, text, { create, createAt, all, textOf });
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // Whether the line that Enter would take was chosen by keys or pointer, and is not only the first.
  const isSteered = useRef(false);
  useTakenOver(field, button, handover);

  const meant = found.state === "ready" && text !== "" ? onlyMeaning(text, found, { create, textOf }) : null;
  useEffect(() => {
    // An answer that comes after somebody has gone on to the next field.
    if (meant !== null && field.current !== document.activeElement) onChange(meant);
  }, [meant, onChange]);

  function type(event: ChangeEvent<HTMLInputElement>) {
    isSteered.current = false;
    onChange({ id: null, text: event.target.value });
  }

  function steer(event: KeyboardEvent<HTMLInputElement>) {
    if (/^(Arrow(Up|Down)|Page|Home|End)/.test(event.key)) isSteered.current = true;
    if (list.open && passesBy(event.key, list.activeOption, isSteered.current, create !== undefined))
      event.stopPropagation();
  }

  return (
    <>
      <ComboboxInput<Line, typeof DescribedInput>
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
        className={isFilter && picked.id !== null ? "vh" : "btn quiet"}
        aria-label="Options"
      />
      <p role="status" className="vh">
        {list.open ? say(found, lines) : ""}
      </p>
      <ComboboxOptions modal={false} className="picks">
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
              <OptionLine kind={kind} line={line} />
            </ComboboxOption>
          </Fragment>
        ))}
        {lines.length > 0 && found.state !== "failed" ? null : (
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

const nothing: Line = { ...nobody, option: null };

/** Goes on where somebody was in the native field; what they have typed there is looked for at once. */
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

interface Wording extends Pick<RecordComboboxProps, "create" | "createAt" | "all"> {
  readonly textOf: (option: Candidate) => string;
}

function linesOf(
  { options, isGuess, state }: OfferedOptions,
  text: string,
  { create, createAt, all, textOf }: Wording,
): Line[] {
  const lines = options.map((option): Line => ({ id: option.id, text: textOf(option), option }));
  if (text === "" && all !== undefined) return [{ ...nobody, id: none, option: null, does: all }, ...lines];
  if (text === "" || state === "waiting") return lines;
  if (createAt !== undefined) lines.push({ id: elsewhere, text, option: null, does: `Create “${text}”` });
  if (create === undefined) return lines;
  const creating: Line = { id: newChoice, text, option: null, does: create(text) };
  // First where nothing has just these words, so that Enter keeps what was typed.
  return isGuess ? [creating, ...lines] : [...lines, creating];
}

/** The one that a text means for certain, or where only what is there can be picked, the only one that has its words. */
function onlyMeaning(text: string, { options, isGuess }: OfferedOptions, { create, textOf }: Wording): Picked | null {
  const meaning = meaningOf(text, options);
  const [first, ...others] = options;
  const only = create === undefined && !isGuess && others.length === 0 ? first : undefined;
  const meant = meaning.kind === "one" ? options.find(({ id }) => id === meaning.id) : only;
  return meant === undefined ? null : { id: meant.id, text: textOf(meant) };
}

/**
 * Whether a key does what it does in any field: Enter sends the form where there is nothing to take, or only the text as it
 * is; Tab takes nothing that was not chosen where anything may be typed.
 */
function passesBy(key: string, active: Line | null, isSteered: boolean, mayBeNew: boolean): boolean {
  if (key === "Tab") return active?.id === elsewhere || (mayBeNew && !isSteered);
  return key === "Enter" && (active === null || (active.option === null && active.id !== none && !isSteered));
}

function OptionLine({ kind, line: { option, does } }: { kind: PickKind; line: Line }) {
  if (option === null) return <b>{does}</b>;
  return (
    <>
      <Picture kind={kind} option={option} />
      <div>
        <b>{option.name}</b>
        {option.detail === "" ? null : <div className="muted small">{option.detail}</div>}
      </div>
    </>
  );
}

function Picture({ kind, option: { id, name, picture } }: { kind: PickKind; option: PickOption }) {
  if (kind === "clients" || kind === "colleagues" || id.startsWith("client."))
    return <Avatar name={name} picture={picture} />;
  return kind === "properties" || id.startsWith("package.") ? <Photo picture={picture} /> : null;
}

function say({ state, isGuess, options }: OfferedOptions, lines: readonly Line[]): string {
  if (state === "failed") return "The search did not work. Check your connection and go on typing.";
  if (lines.length === 0) return state === "waiting" ? "Searching…" : "No matches.";
  const count = `${options.length} ${options.length === 1 ? "match" : "matches"}`;
  return isGuess ? `No exact match. Did you mean one of ${count}?` : count;
}
