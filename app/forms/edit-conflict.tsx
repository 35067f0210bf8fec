import type { SubmissionResult } from "@conform-to/react";
import { useEffect, useRef } from "react";
import { Row, Rows } from "../ui/page.tsx";
import type { ComparedField } from "./compared-field.ts";

/** What became of two changes of one record. */
export interface MergeResult {
  /** What only they changed, by the names of the fields: the form holds it now. */
  readonly taken: Readonly<Record<string, readonly string[]>>;
  /** Names of the fields that both changed: the form holds what was typed. */
  readonly clashes: readonly string[];
}

type BothVersionsProps = {
  /** What somebody else saved meanwhile, as a form would show it at first. */
  theirs: object;
  /** The reply that holds what was typed. */
  result: SubmissionResult;
  /** Null where it is not known what the form began with. */
  merging?: MergeResult | null;
  /** Fields by name, as in "budget.amount". */
  compared: Readonly<Record<string, ComparedField>>;
};

/**
 * What somebody else saved meanwhile beside what was typed: for the fields that both changed, and, where that is not known, for
 * all in which the two differ. What only they changed stands in the form already.
 */
export function EditConflict({ theirs, result, merging = null, compared }: BothVersionsProps) {
  const beginning = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const form = beginning.current?.closest("form");
    // The browser keeps what stands in a field, whatever its first value becomes.
    for (const [name, texts] of Object.entries(merging?.taken ?? {})) fill(form?.elements.namedItem(name), texts);
  }, [merging]);
  const fields = Object.entries(compared)
    .map(([name, field]) => {
      const { label, say } = typeof field === "string" ? { label: field, say: asTyped } : field;
      return { name, label, theirs: say(textAt(theirs, name)), yours: say(textAt(result.initialValue, name)) };
    })
    .filter(({ name, ...field }) =>
      merging === null ? field.theirs !== field.yours : name in merging.taken || merging.clashes.includes(name),
    );
  if (fields.length === 0)
    return (
      <p className="field">{merging === null ? "Both versions are the same." : "They changed none of these fields."}</p>
    );
  return (
    <div ref={beginning} className="field sheet">
      <Rows label="Both versions">
        {fields.map(({ name, label, theirs, yours }) => (
          <Row key={name}>
            <div>
              <b>{label}</b>
              <Version whose={merging !== null && name in merging.taken ? "Theirs (kept)" : "Theirs"} text={theirs} />
              {theirs === yours ? null : <Version whose="Yours" text={yours} />}
            </div>
          </Row>
        ))}
      </Rows>
    </div>
  );
}

function fill(control: Element | RadioNodeList | null | undefined, texts: readonly string[]): void {
  if (control instanceof RadioNodeList) for (const one of control) fill(one instanceof Element ? one : null, texts);
  else if (control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type))
    control.checked = texts.includes(control.value);
  else if (
    control instanceof HTMLInputElement ||
    control instanceof HTMLTextAreaElement ||
    control instanceof HTMLSelectElement
  )
    control.value = texts[0] ?? "";
}

function Version({ whose, text }: { whose: string; text: string }) {
  return (
    <div className="whitespace-pre-line">
      <span className="muted">{whose}:</span> {text === "" ? "—" : text}
    </div>
  );
}

function asTyped(text: string): string {
  return text;
}

/** The text at a dotted name; empty where there is none. Line breaks are the same however they were sent. */
function textAt(values: unknown, name: string): string {
  const value = name.split(".").reduce<unknown>((inner, key) => memberOf(inner, key), values);
  return typeof value === "string" ? value.replaceAll("\r\n", "\n") : "";
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : undefined;
}
