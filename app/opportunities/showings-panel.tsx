import { href } from "react-router";
import type { Settled } from "../json-api/settle.ts";
import { opportunityPath } from "../record-paths.ts";
import { LinkButton } from "../ui/button.tsx";
import { dayIn, formatDay, formatMoment } from "../ui/date-format.ts";
import { NotLoaded } from "../ui/not-loaded.tsx";
import { Row, Rows } from "../ui/page.tsx";
import { Panel } from "../ui/panel.tsx";
import { State } from "../ui/tag.tsx";
import { labelOfShowing, type Showing } from "./showing.ts";
import { groupByRequest } from "./showing-requests.ts";

/** A showing as the page of its opportunity shows it. */
export interface ShownShowing
  extends Pick<
    Showing,
    "id" | "state" | "startsAt" | "isTimeGuessed" | "durationMinutes" | "note" | "requestedByName" | "requestId"
  > {
  readonly can: { readonly confirm: boolean; readonly update: boolean; readonly cancel: boolean };
}

type ShowingsPanelProps = {
  opportunityId: string;
  showings: Settled<readonly ShownShowing[]>;
  timeZone: string;
  canRequest: boolean;
};

/** The appointments to see the property, the latest first. */
export function ShowingsPanel({ opportunityId, showings, timeZone, canRequest }: ShowingsPanelProps) {
  const request = canRequest ? (
    <LinkButton
      href={href("/opportunities/:opportunityId/showings/new", { opportunityId })}
      look="quiet"
      aria-label="Request a showing"
    >
      Request
    </LinkButton>
  ) : null;
  return (
    <Panel title="Showings" action={request} none={showings.ok && showings.data.length === 0 ? "None" : null}>
      {showings.ok ? (
        <Showings opportunityId={opportunityId} showings={showings.data} timeZone={timeZone} />
      ) : (
        <NotLoaded what="showings" code={showings.code} here={opportunityPath(opportunityId)} />
      )}
    </Panel>
  );
}

type ShowingsProps = { opportunityId: string; showings: readonly ShownShowing[]; timeZone: string };

function Showings({ opportunityId, showings, timeZone }: ShowingsProps) {
  return (
    <Rows label="Showings">
      {groupByRequest(showings).map(({ showing, otherTimes, notChosen }) => (
        <Row key={showing.id}>
          <div>
            {[showing, ...otherTimes].map(({ id, startsAt, isTimeGuessed }) => (
              <div key={id}>
                <b>
                  {isTimeGuessed ? formatDay(dayIn(timeZone, new Date(startsAt))) : formatMoment(startsAt, timeZone)}
                </b>{" "}
                {id === showing.id ? (
                  <span className="muted small">
                    {isTimeGuessed ? "Time not recorded" : `${showing.durationMinutes} min`}
                  </span>
                ) : null}
              </div>
            ))}
            {showing.requestedByName === null ? null : (
              <div className="muted small">Asked for by {showing.requestedByName}</div>
            )}
            {notChosen.length === 0 ? null : (
              <div className="muted small">
                Not chosen: {notChosen.map(({ startsAt }) => formatMoment(startsAt, timeZone)).join("; ")}
              </div>
            )}
            {showing.note === null ? null : <div className="muted small whitespace-pre-line">{showing.note}</div>}
            <Verbs
              showing={showing}
              opportunityId={opportunityId}
              when={[showing, ...otherTimes].map(({ startsAt }) => formatMoment(startsAt, timeZone)).join(" or ")}
              isOneTime={otherTimes.length === 0}
            />
          </div>
          <State tone={tones[showing.state] ?? "plain"}>{labelOfShowing(showing.state)}</State>
        </Row>
      ))}
    </Rows>
  );
}

const tones: Readonly<Record<string, "on" | "due">> = { confirmed: "on", requested: "due" };

type VerbsProps = { showing: ShownShowing; opportunityId: string; when: string; isOneTime: boolean };

/** What can be done about a showing. What was cancelled goes into calendars as well: that takes it out of them. */
function Verbs({ showing: { id, state, can }, opportunityId, when, isOneTime }: VerbsProps) {
  const showing = { opportunityId, showingId: id };
  const verbs = [
    ...(can.confirm
      ? [
          {
            label: isOneTime ? "Confirm" : "Confirm one of these",
            to: href("/opportunities/:opportunityId/showings/:showingId/confirmation", showing),
          },
        ]
      : []),
    ...(can.update && isOneTime
      ? [{ label: "Reschedule", to: href("/opportunities/:opportunityId/showings/:showingId/edit", showing) }]
      : []),
    ...(can.cancel
      ? [
          {
            label: isOneTime ? "Cancel" : "Cancel request",
            to: href("/opportunities/:opportunityId/showings/:showingId/cancellation", showing),
          },
        ]
      : []),
  ];
  return (
    <div className="actions small">
      {verbs.map(({ label, to }) => (
        <a key={label} href={to} aria-label={`${label} the showing of ${when}`}>
          {label}
        </a>
      ))}
      {state === "held" || !isOneTime ? null : (
        <a href={href("/opportunities/:opportunityId/showings/:showingId/calendar.ics", showing)} download>
          {state === "cancelled" ? "Remove from calendar" : "Add to calendar"}
        </a>
      )}
    </div>
  );
}
