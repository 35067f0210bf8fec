import type { FormMetadata } from "@conform-to/react";
import { answerFocus } from "./focus.ts";

/**
 * What keeps a form from being sent, on top of it: each line leads to its field. Nothing while nothing is wrong. A page without
 * scripts begins there.
 */
export function ErrorSummary({ form }: { form: FormMetadata }) {
  const wrong = Object.entries(form.allErrors).flatMap(([name, errors]) => {
    const message = errors[0];
    return message === undefined ? [] : [{ name, message }];
  });
  if (wrong.length === 0) return null;
  return (
    <div className="note note-bad" role="alert" {...answerFocus}>
      <b>{wrong.length === 1 ? "One thing to correct" : `${wrong.length} things to correct`}</b>
      <ul>
        {wrong.map(({ name, message }) => (
          <li key={name}>{name === "" ? message : <a href={`#${form.id}-${name}`}>{message}</a>}</li>
        ))}
      </ul>
    </div>
  );
}
