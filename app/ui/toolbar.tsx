import { type ChangeEvent, type ReactNode, useEffect, useRef } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import { type Choice, Options } from "./fields.tsx";

/** How long typing pauses before a search is sent. */
const pause = 300;

type ToolbarProps = {
  /** The list's address. */
  action: string;
  /** What it is for, as "Search and sort clients". */
  label: string;
  children: ReactNode;
};

/** Search and filters of a list: a GET form with an Apply button; with scripts it applies itself at every change. */
export function Toolbar({ action, label, children }: ToolbarProps) {
  const submit = useSubmit();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { state } = useNavigation();
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // Somebody is on their way already, by Enter or by a link: a search that comes late would call them back.
    if (state !== "idle") clearTimeout(timer.current);
  }, [state]);

  function apply(event: ChangeEvent<HTMLFormElement>) {
    const form = event.currentTarget;
    clearTimeout(timer.current);
    const wait = event.target instanceof HTMLInputElement ? pause : 0;
    timer.current = setTimeout(() => {
      const filled = new URLSearchParams();
      for (const [name, value] of new FormData(form))
        if (typeof value === "string" && value !== "") filled.append(name, value);
      submit(filled, { method: "get", action, replace: true, preventScrollReset: true });
    }, wait);
  }

  return (
    <Form
      discover="none"
      method="get"
      action={action}
      role="search"
      aria-label={label}
      className="tools"
      onChange={apply}
    >
      {children}
      <button className="btn" type="submit">
        Apply
      </button>
    </Form>
  );
}

type SearchBoxProps = { name?: string; label: string; placeholder: string; value: string };

/** The toolbar's search field; `value` is what the URL says. */
export function SearchBox({ name = "search", label, placeholder, value }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Back and Forward change the URL, not the field; while somebody types, the field leads.
    if (input.current !== null && document.activeElement !== input.current) input.current.value = value;
  }, [value]);
  return (
    <input
      ref={input}
      className="input"
      type="search"
      name={name}
      aria-label={label}
      placeholder={placeholder}
      defaultValue={value}
      autoComplete="off"
      maxLength={200}
    />
  );
}

type SelectFilterProps = {
  name: string;
  label: string;
  options: readonly Choice[];
  value: string;
  /** Shown until something is chosen; it cannot be chosen. */
  placeholder?: string;
};

/** One of the toolbar's filters. */
export function SelectFilter({ name, label, options, value, placeholder }: SelectFilterProps) {
  return (
    <select key={value} className="input" name={name} aria-label={label} defaultValue={value}>
      {placeholder === undefined ? null : (
        <option value="" disabled hidden>
          {placeholder}
        </option>
      )}
      <Options options={options} />
    </select>
  );
}
