import { href } from "react-router";
import { decisionChoices } from "../decision-labels.ts";
import type { ListFoot } from "../json-api/pagination.ts";
import { Boxed, type IsChosen } from "../lists/select-box.tsx";
import { LinkButton } from "../ui/button.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { Menu, MenuHint, MenuLine, MenuLink, MoreLabel } from "../ui/menu.tsx";
import { EmptyState, Notice } from "../ui/notice.tsx";
import { formatCount, formatNumber } from "../ui/number-format.ts";
import { Options } from "../ui/options.tsx";
import { Rows, Sheet } from "../ui/page.tsx";
import { FootOfPages } from "../ui/table-foot.tsx";
import { State, type StateTone, Tag } from "../ui/tag.tsx";
import type { FindingEntry, ReportEntry } from "./entries.ts";
import { choiceName, severityName } from "./inspection.ts";
import type { UnsavedDecision } from "./unsaved-decisions.server.ts";

/** What all rows have in common. */
interface RowsShown {
  readonly packageId: string;
  /** Whether several can be chosen: then they have a checkbox each. */
  readonly isSelectable: boolean;
  readonly isChosen: IsChosen;
  /** The decisions that were not saved, by the ids of their findings. */
  readonly unsaved: ReadonlyMap<string, UnsavedDecision>;
}

type ProposalListProps = { proposals: readonly FindingEntry[]; total: number; rows: RowsShown };

/** Findings suggested from reports; nothing when there are none. */
export function ProposalList({ proposals, total, rows }: ProposalListProps) {
  if (proposals.length === 0) return null;
  return (
    <div id="proposed">
      <Sheet title={`Suggested findings (${total})`}>
        <p className="pad muted small">
          Suggested from your reports. None counts until you decide on it or choose “Undecided”.
        </p>
        <Rows label="Suggested findings">
          {proposals.map((finding, index) => (
            <FindingRow key={finding.id} finding={finding} index={index} {...rows} />
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
  /** Of all findings of the property. */
  counts: { readonly count: number; readonly undecided: number; readonly proposed: number };
  /** How many decisions stand above them in the form. */
  first: number;
  foot: ListFoot;
  mayAdd: boolean;
  reports: readonly ReportEntry[];
  rows: RowsShown;
};

/** The findings, most severe first. */
export function FindingList(props: FindingListProps) {
  const { findings, counts, first, foot, mayAdd, reports, rows } = props;
  const { packageId } = rows;
  // What is suggested stands above.
  if (findings.length === 0 && counts.proposed > 0) return null;
  const warning = findings.length === 0 ? warningOf(reports) : null;
  if (findings.length === 0)
    return (
      <Sheet title="Findings">
        {warning === null ? null : <Notice tone="warn">{warning}</Notice>}
        <EmptyState
          action={
            mayAdd ? (
              <LinkButton href={href("/packages/:packageId/inspections/findings/new", { packageId })}>
                Add finding
              </LinkButton>
            ) : null
          }
        >
          {reports.length === 0
            ? "No findings yet. Analyze a report, or add a finding yourself."
            : "No findings yet. Add what you find yourself."}
        </EmptyState>
      </Sheet>
    );
  const undecided = counts.undecided === 0 ? "" : `, ${formatNumber(counts.undecided)} undecided`;
  const counted = formatNumber(counts.count) + undecided;
  return (
    <Sheet title="Findings" action={<span className="muted small num">{counted}</span>}>
      <Rows label="Findings">
        {findings.map((finding, index) => (
          <FindingRow key={finding.id} finding={finding} index={first + index} {...rows} />
        ))}
      </Rows>
      <FootOfPages {...foot} />
    </Sheet>
  );
}

/** Why an empty list says nothing about the house; null while nothing was read. */
function warningOf(reports: readonly ReportEntry[]): string | null {
  const empty = reports.find(({ isEmpty }) => isEmpty);
  if (empty !== undefined) return `${empty.documentLabel}: ${empty.found} The house may still have defects.`;
  const failed = reports.find(({ state }) => state === "failed");
  return failed === undefined ? null : `${failed.documentLabel}: ${failed.failure}`;
}

type FindingRowProps = RowsShown & {
  finding: FindingEntry;
  /** Its place among the decisions of the form. */
  index: number;
};

function FindingRow({ packageId, isSelectable, isChosen, unsaved, finding, index }: FindingRowProps) {
  const { id, title, system, severity, cost, can } = finding;
  const params = { packageId, findingId: id };
  const own = unsaved.get(id);
  return (
    <li id={`finding-${id}`}>
      <div>
        <Boxed isShown={isSelectable} isChosen={isChosen} id={id} name={title}>
          {can.update ? (
            <a
              className="row-link"
              id={`title-${id}`}
              href={href("/packages/:packageId/inspections/findings/:findingId/edit", params)}
            >
              {title}
            </a>
          ) : (
            <b id={`title-${id}`}>{title}</b>
          )}
          {finding.isProposed ? <Quote finding={finding} /> : null}
          <div className="muted small">
            <State tone={tones[severity] ?? "plain"}>{severityName(severity)}</State> · {system}
            <Source finding={finding} />
            <DecidedBy finding={finding} /> {finding.isClientAsked ? <Tag>Client asked</Tag> : null}
          </div>
        </Boxed>
      </div>
      <span className={cost === null ? "muted" : "num"}>{cost ?? "No cost"}</span>
      {can.update ? (
        <Decision finding={finding} index={index} unsaved={own} />
      ) : (
        <span>{choiceName(finding.choice)}</span>
      )}
      {can.update || can.remove ? <FindingMenu finding={finding} params={params} /> : null}
      {own?.refusal ? (
        <p className="err w-full" id={`refusal-${id}`}>
          {own.refusal}
        </p>
      ) : null}
    </li>
  );
}

const tones: Readonly<Record<string, StateTone>> = { safety: "worst", major: "square", monitor: "hollow" };

type DecisionProps = { finding: FindingEntry; index: number; unsaved: UnsavedDecision | undefined };

/** What is decided, as a part of the form around all rows. */
function Decision({ finding: { id, choice: saved }, index, unsaved }: DecisionProps) {
  const { choice, was, refusal } = unsaved ?? { choice: saved, was: saved, refusal: null };
  const name = `findings[${index}]`;
  const own = [saved, choice].filter((value) => !decisionChoices.some((offered) => offered.value === value));
  const options = [...new Set(own)].map((value) => ({ value, label: choiceName(value) }));
  return (
    <div>
      <span className="sel decision">
        <input type="hidden" name={`${name}.id`} value={id} />
        <input type="hidden" name={`${name}.was`} value={was} />
        <select
          // A browser keeps what was chosen here, whatever else becomes of the finding.
          key={`${saved} ${was}`}
          className="input"
          name={`${name}.choice`}
          defaultValue={choice}
          aria-label="Decision"
          aria-describedby={refusal === null ? `title-${id}` : `title-${id} refusal-${id}`}
          aria-invalid={refusal === null ? undefined : true}
        >
          <Options options={[...options, ...decisionChoices]} />
        </select>
      </span>
      <div hidden className="muted small unsaved">
        Not saved yet
      </div>
    </div>
  );
}

type FindingMenuProps = { finding: FindingEntry; params: { readonly packageId: string; readonly findingId: string } };

/** What can be done to one finding besides. */
function FindingMenu({ finding, params }: FindingMenuProps) {
  const { title, can, isProposed } = finding;
  return (
    <Menu end button="quiet only" label={<MoreLabel of={title} />}>
      {isProposed ? null : <Quote finding={finding} />}
      {can.update ? (
        <MenuLink href={href("/packages/:packageId/inspections/findings/:findingId/edit", params)}>Edit</MenuLink>
      ) : null}
      {can.update && can.remove ? <MenuLine /> : null}
      {can.remove ? (
        <MenuLink href={href("/packages/:packageId/inspections/findings/:findingId/removal", params)}>
          {isProposed ? "Dismiss" : "Remove"}
        </MenuLink>
      ) : null}
    </Menu>
  );
}

/** The report's own words, where they say more than the title. */
function Quote({ finding: { title, quote, isProposed } }: { finding: FindingEntry }) {
  if (quote === null || (quote.startsWith(title) && quote.length <= title.length + 1)) return null;
  return isProposed ? <blockquote className="muted small">“{quote}”</blockquote> : <MenuHint>“{quote}”</MenuHint>;
}

/** Who decided last, and when. */
function DecidedBy({ finding: { decision, decidedByName, decidedAt } }: { finding: FindingEntry }) {
  if (decidedByName === null) return null;
  return (
    <>
      {" "}
      · {decision === null ? "left undecided" : "decided"} by {decidedByName}
      {decidedAt === null ? null : (
        <>
          , <DateTime value={decidedAt} form="day" />
        </>
      )}
    </>
  );
}

function Source({ finding: { page, source } }: { finding: FindingEntry }) {
  if (page === null) return null;
  return (
    <>
      {" "}
      ·{" "}
      {source === null ? (
        <span className="num">page {page}</span>
      ) : (
        <a className="link num" data-reload="" href={source}>
          page {page}
        </a>
      )}
    </>
  );
}
