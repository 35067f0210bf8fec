import { type ChangeEvent, type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import { Icon } from "./icon.tsx";
import { Notice } from "./notice.tsx";
import { type Choice, Options } from "./options.tsx";
import { Count } from "./tag.tsx";
import { TurnLink } from "./turn-link.tsx";

/** How long typing pauses before a search is sent. */
const pause = 300;

type ToolbarProps = {
  /** The list's address. */
  action: string;
  /** What it is for, as "Search and sort clients". */
  label: string;
  /** Its id, where other controls belong to it too. */
  id?: string | undefined;
  /** On the button. */
  send?: string;
  /** Besides the children, which are always in sight: on phones these are on a sheet that a button opens. */
  filters?: ReactNode;
  /** The filters that are set, the address of the list without any, and what the list cannot go by, in sentences. */
  used?: {
    readonly count: number;
    readonly clear: string;
    readonly set: readonly { readonly label: string; readonly href: string }[];
    readonly unknown: readonly string[];
  };
  children?: ReactNode;
};

/** Search and filters of a list: a GET form with an Apply button; with scripts it applies itself at every change. */
export function Toolbar({ action, label, id, send = "Apply", filters, used, children }: ToolbarProps) {
  const submit = useSubmit();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { state } = useNavigation();
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // Somebody is on their way already, by Enter or by a link: a search that comes late would call them back.
    if (state !== "idle") clearTimeout(timer.current);
  }, [state]);

  function applyAfter(wait: number, form: HTMLFormElement) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      submit(filledIn(form), { method: "get", action, replace: true, preventScrollReset: true });
    }, wait);
  }

  function applyNow(event: FormEvent<HTMLFormElement>) {
    if (leadsElsewhere(event.nativeEvent)) return;
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>("[popover]")?.hidePopover?.();
    applyAfter(0, event.currentTarget);
  }

  function applySoon(event: ChangeEvent<HTMLFormElement>) {
    applyAfter(event.target instanceof HTMLInputElement ? pause : 0, event.currentTarget);
  }

  const submitButton = (
    <button className="btn" type="submit">
      {send}
    </button>
  );
  const form = (
    <Form
      id={id}
      discover="none"
      method="get"
      action={action}
      role="search"
      aria-label={label}
      className="tools"
      onSubmit={applyNow}
      onChange={applySoon}
    >
      {id === undefined ? null : <EnterButton label={send} />}
      {children}
      {filters === undefined ? (
        submitButton
      ) : (
        <>
          <button className="btn sm:hidden" type="button" popoverTarget="filters">
            Filters
            <Count value={used?.count ?? 0} what="set" />
          </button>
          <div className="filters float" id="filters" popover="auto">
            {filters}
            {submitButton}
          </div>
          {used?.set.map(({ label, href }) => (
            <TurnLink key={label} className="btn chip" href={href} aria-label={`Remove the filter ${label}`}>
              {label} <Icon name="close" />
            </TurnLink>
          ))}
          {used === undefined || used.set.length < 2 ? null : (
            <TurnLink className="btn quiet" href={used.clear}>
              Clear all
            </TurnLink>
          )}
        </>
      )}
    </Form>
  );
  return (
    <>
      <UnknownFilters unknown={used?.unknown ?? []} />
      {form}
    </>
  );
}

/** Says that what an address asks for is left out; nothing where the list knows it all. */
export function UnknownFilters({ unknown }: { unknown: readonly string[] }) {
  return unknown.length === 0 ? null : <Notice tone="warn">{unknown.join(" ")} This is the list without it.</Notice>;
}

/** The first of the form's buttons: Enter in a field presses it, and none of those that lead elsewhere. */
function EnterButton({ label }: { label: string }) {
  return (
    <button className="vh" type="submit" tabIndex={-1} aria-hidden="true">
      {label}
    </button>
  );
}

/** Whether a button sends the form to another address than its own. */
function leadsElsewhere(event: Event): boolean {
  return event instanceof SubmitEvent && event.submitter?.hasAttribute("formaction") === true;
}

/** What a form says, without the fields that say nothing. */
function filledIn(form: HTMLFormElement): URLSearchParams {
  const filled = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string" && value !== "") filled.append(name, value);
  }
  return filled;
}

/** Back and Forward change the address and not the control; while somebody uses the control, it leads. */
function useFollowing<Control extends HTMLInputElement | HTMLSelectElement>(value: string) {
  const control = useRef<Control>(null);
  useEffect(() => {
    if (control.current !== null && document.activeElement !== control.current) control.current.value = value;
  }, [value]);
  return control;
}

export type SearchBoxProps = {
  name?: string;
  label: string;
  placeholder: string;
  value: string;
  /** The form that it belongs to without standing in it. */
  form?: string;
  /** Words that the browser offers while somebody types. */
  suggestions?: readonly string[];
  /** Has the focus when the page opens. */
  autoFocus?: boolean;
  /** Of money, and nothing to look for. */
  isAmount?: boolean;
};

/** The toolbar's search field; `value` is what the URL says. */
export function SearchBox({
  name = "search",
  label,
  placeholder,
  value,
  form,
  suggestions,
  autoFocus,
  isAmount = false,
}: SearchBoxProps) {
  const input = useFollowing<HTMLInputElement>(value);
  const offered = suggestions === undefined ? undefined : `${name}-words`;
  return (
    <span className={isAmount ? "amount" : "seek"}>
      {isAmount ? null : <Icon name="find" />}
      <input
        ref={input}
        className="input"
        type={isAmount ? "text" : "search"}
        inputMode={isAmount ? "decimal" : undefined}
        name={name}
        aria-label={label}
        placeholder={placeholder}
        defaultValue={value}
        form={form}
        list={offered}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: only where the page is there to be typed into
        autoFocus={autoFocus}
        maxLength={200}
      />
      {offered === undefined ? null : (
        <datalist id={offered}>
          {suggestions?.map((word) => (
            <option key={word}>{word}</option>
          ))}
        </datalist>
      )}
    </span>
  );
}

export type DayFilterProps = { name: string; label: string; value: string };

/** A filter by a day of the calendar; its label stands before it, since a field for dates has no room for a placeholder. */
export function DayFilter({ name, label, value }: DayFilterProps) {
  const input = useFollowing<HTMLInputElement>(value);
  return (
    <label className="who">
      <span className="muted num">{label}</span>
      <input ref={input} className="input" type="date" name={name} defaultValue={value} />
    </label>
  );
}

export type SelectFilterProps = {
  name: string;
  label: string;
  options: readonly Choice[];
  value: string;
  /** Shown until something is chosen; it cannot be chosen. */
  placeholder?: string;
  /** Only shown where a table has not all of its columns, whose headings sort it; sent everywhere. */
  inNarrow?: boolean;
};

/** One of the toolbar's filters. */
export function SelectFilter({ name, label, options, value, placeholder, inNarrow = false }: SelectFilterProps) {
  const select = useFollowing<HTMLSelectElement>(value);
  return (
    <span className={inNarrow ? "sel in-narrow" : "sel"}>
      <select ref={select} className="input" name={name} aria-label={label} defaultValue={value}>
        {placeholder === undefined ? null : (
          <option value="" disabled hidden>
            {placeholder}
          </option>
        )}
        <Options options={options} />
      </select>
    </span>
  );
}
