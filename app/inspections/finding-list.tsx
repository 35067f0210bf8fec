import { href } from "react-router";
import { Boxed, type IsChosen } from "../batches/select-box.tsx";
import { type FormInit, FormStart } from "../forms/forms.tsx";
import type { ListFoot } from "../json-api/pagination.ts";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { formatCount } from "../ui/number-format.ts";
import { Options } from "../ui/options.tsx";
import { Rows, Sheet } from "../ui/page.tsx";
import { atPlace, nextOf, placeOf } from "../ui/place.ts";
import { PostForm } from "../ui/post-form.tsx";
import { FootOfPages } from "../ui/table-foot.tsx";
import { State, Tag } from "../ui/tag.tsx";
import type { FindingEntry } from "./entries.ts";
import { decisionChoices, decisionName, isSevere, severityName } from "./inspection.ts";

/** What all rows have in common. */
interface RowsShown {
  readonly packageId: string;
  readonly start: FormInit;
  /** Whether several are being chosen: then they have a checkbox each, and no buttons. */
  readonly isSelecting: boolean;
  readonly isChosen: IsChosen;
  /** The address of the page, to come back to. */
  readonly back: string;
}

type ProposalListProps = { proposals: readonly FindingEntry[]; total: number; rows: RowsShown };

/** Findings suggested from reports; nothing when there are none. */
export function ProposalList({ proposals, total, rows }: ProposalListProps) {
  if (proposals.length === 0) return null;
  return (
    <div id="proposed">
      <Sheet title={`Suggested findings (${total})`}>
        <p className="pad muted small">Suggested from your reports. Nothing is counted until you accept it.</p>
        <Rows label="Suggested findings">
          {proposals.map((finding) => (
            <FindingRow key={finding.id} finding={finding} ids={decidable(proposals)} {...rows} />
          ))}
        </Rows>
        {total > proposals.length ? (
          <p className="pad muted small">
            {formatCount(total - proposals.length, "more suggestion")} will appear after you decide on these.
          </p>
        ) : null}
      </Sheet>
    </div>
  );
}

type FindingListProps = {
  findings: readonly FindingEntry[];
  foot: ListFoot;
  mayAdd: boolean;
  rows: RowsShown;
};

/** The findings, most severe first. */
export function FindingList({ findings, foot, mayAdd, rows }: FindingListProps) {
  const { packageId } = rows;
  if (findings.length === 0)
    return (
      <Sheet title="Findings">
        <EmptyState
          action={
            mayAdd ? (
              <LinkButton href={href("/packages/:packageId/inspections/findings/new", { packageId })}>
                Add finding
              </LinkButton>
            ) : null
          }
        >
          No findings yet. Analyze a report, or add a finding yourself.
        </EmptyState>
      </Sheet>
    );
  return (
    <Sheet title="Findings">
      <Rows label="Findings">
        {findings.map((finding) => (
          <FindingRow key={finding.id} finding={finding} ids={decidable(findings)} {...rows} />
        ))}
      </Rows>
      <FootOfPages {...foot} />
    </Sheet>
  );
}

/** The ids of those that one may decide on. */
function decidable(findings: readonly FindingEntry[]): readonly string[] {
  return findings.filter(({ can }) => can.update).map(({ id }) => id);
}

type FindingRowProps = RowsShown & {
  finding: FindingEntry;
  /** Of those of the list that one may decide on. */
  ids: readonly string[];
};

function FindingRow({ isSelecting, isChosen, finding, ...row }: FindingRowProps) {
  const { id, title, system, severity, quote, cost } = finding;
  return (
    <li id={`finding-${id}`}>
      <div>
        <Boxed isShown={isSelecting} isChosen={isChosen} id={id} name={title}>
          <b id={`title-${id}`}>{title}</b>
          {quote === null || (quote.startsWith(title) && quote.length <= title.length + 1) ? null : (
            <blockquote className="muted small">“{quote}”</blockquote>
          )}
          <div>
            <State tone={isSevere(finding) ? "due" : "plain"}>{severityName(severity)}</State>
            <Tag>{system}</Tag> {finding.isClientAsked ? <Tag>Client asked</Tag> : null} <Source finding={finding} />
          </div>
          <DecidedBy finding={finding} />
        </Boxed>
      </div>
      {cost === null ? null : <span className="num">{cost}</span>}
      {isSelecting ? null : <FindingActions finding={finding} {...row} />}
    </li>
  );
}

/** What can be done to one finding. */
function FindingActions({ packageId, finding, start, back, ids }: Omit<FindingRowProps, "isSelecting" | "isChosen">) {
  const { id, can } = finding;
  const params = { packageId, findingId: id };
  return (
    <div className="actions w-full">
      {can.update ? (
        <DecisionForm
          finding={finding}
          action={href("/packages/:packageId/inspections/findings/:findingId/decision", params)}
          start={start}
          back={atPlace(back, nextOf(ids, id))}
        />
      ) : (
        <span>{finding.decision === null ? "Undecided" : decisionName(finding.decision)}</span>
      )}
      {can.update ? (
        <LinkButton
          href={href("/packages/:packageId/inspections/findings/:findingId/edit", params)}
          look="quiet"
          aria-describedby={`title-${id}`}
        >
          Edit
        </LinkButton>
      ) : null}
      {can.remove ? (
        <LinkButton
          href={href("/packages/:packageId/inspections/findings/:findingId/removal", params)}
          look="quiet"
          aria-describedby={`title-${id}`}
        >
          {finding.isProposed ? "Dismiss" : "Remove"}
        </LinkButton>
      ) : null}
    </div>
  );
}

/** What was decided last, by whom and when. */
function DecidedBy({ finding: { decision, decidedByName, decidedAt } }: { finding: FindingEntry }) {
  if (decidedByName === null) return null;
  return (
    <div className="muted small">
      {decision === null ? "Left undecided" : decisionName(decision)} by {decidedByName}
      {decidedAt === null ? null : (
        <>
          , <DateTime value={decidedAt} form="day" />
        </>
      )}
    </div>
  );
}

function Source({ finding: { page, source } }: { finding: FindingEntry }) {
  if (page === null) return null;
  if (source === null) return <span className="muted small num">Page {page}</span>;
  return (
    <a className="link small num" data-reload="" href={source}>
      Page {page}
    </a>
  );
}

type DecisionFormProps = { finding: FindingEntry; action: string; start: FormInit; back: string };

/** Decides in the list; errors are shown on the page that it posts to. */
function DecisionForm({ finding: { id, key, decision, isProposed }, action, start, back }: DecisionFormProps) {
  return (
    <PostForm action={action}>
      <FormStart start={{ ...start, key }} />
      <input type="hidden" name="back" value={back} />
      <div className="affix">
        <select
          className="input"
          name="decision"
          defaultValue={decision ?? ""}
          aria-label="Decision"
          aria-describedby={`title-${id}`}
        >
          <Options options={decisionChoices} />
        </select>
        <SubmitButton id={placeOf(id)} look="plain" aria-describedby={`title-${id}`}>
          {isProposed ? "Accept" : "Decide"}
        </SubmitButton>
      </div>
    </PostForm>
  );
}
