import { documentPath } from "../documents/place.ts";
import type { FormInit } from "../forms/forms.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { Row, Rows } from "../ui/page.tsx";
import { State } from "../ui/tag.tsx";
import { formatSize } from "../uploads/file-size.ts";
import { AnalysisButton } from "./analysis-button.tsx";
import type { Choice } from "./document-choices.ts";

/** Documents of a property, each with the button that has it analyzed, or how far that is. */
export function ReportChoices({ choices, start }: { choices: readonly Choice[]; start: FormInit }) {
  if (choices.length === 0) return <EmptyState>This property has no PDF or text files yet.</EmptyState>;
  return (
    <Rows label="Documents">
      {choices.map(({ id, label, size, folder, state, key }) => (
        <Row key={id}>
          <span>
            <a className="link" href={documentPath(id)}>
              {label}
            </a>
            <br />
            <span className="muted small">
              {folder === null ? "" : `${folder} · `}
              {formatSize(size)}
            </span>
          </span>
          {state === "new" ? (
            <AnalysisButton documentId={id} label={label} start={{ ...start, key, parked: null }} send="Analyze" />
          ) : (
            <State tone={state === "analyzed" ? "on" : "plain"}>
              {state === "analyzed" ? "Analyzed" : "Analyzing"}
            </State>
          )}
        </Row>
      ))}
    </Rows>
  );
}
