import type { SubmissionResult } from "@conform-to/react";
import { Row, Rows } from "./page.tsx";

type BothVersionsProps = {
  /** What somebody else saved meanwhile, as a form would show it at first. */
  theirs: object;
  /** The reply that holds what was typed. */
  result: SubmissionResult;
  /** Names of the fields to compare, as in "budget.amount", with their labels. */
  labels: Readonly<Record<string, string>>;
};

/** What somebody else saved meanwhile beside what was typed, for the fields where the two differ. */
export function BothVersions({ theirs, result, labels }: BothVersionsProps) {
  const fields = Object.entries(labels)
    .map(([name, label]) => ({ label, theirs: textAt(theirs, name), yours: textAt(result.initialValue, name) }))
    .filter((field) => field.theirs !== field.yours);
  if (fields.length === 0) return <p className="field">Both versions say the same.</p>;
  return (
    <div className="field sheet">
      <Rows label="Both versions">
        {fields.map((field) => (
          <Row key={field.label}>
            <div>
              <b>{field.label}</b>
              <Version whose="Theirs" text={field.theirs} />
              <Version whose="Yours" text={field.yours} />
            </div>
          </Row>
        ))}
      </Rows>
    </div>
  );
}

function Version({ whose, text }: { whose: string; text: string }) {
  return (
    <div className="whitespace-pre-line">
      <span className="muted">{whose}:</span> {text === "" ? "—" : text}
    </div>
  );
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
