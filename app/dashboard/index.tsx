import { href } from "react-router";
import { listLatestActivity } from "../activity/activity.server.ts";
import { ActivityPanel } from "../activity/activity-panel.tsx";
import { calendarPath } from "../calendar/calendar-state.ts";
import { changeKey, startForm } from "../forms/forms.server.ts";
import type { FormInit } from "../forms/forms.tsx";
import { settle } from "../json-api/settle.ts";
import { picturesContext } from "../pictures/pictures.ts";
import { agentOf, apiOf, logFaults, ownApiOf } from "../session/session.server.ts";
import { rowStart } from "../tasks/task-row.ts";
import { LinkButton } from "../ui/button.tsx";
import { dayIn } from "../ui/date-format.ts";
import { Deferred } from "../ui/deferred.tsx";
import { NotLoadedLine } from "../ui/not-loaded.tsx";
import { EmptyState, Notice } from "../ui/notice.tsx";
import { Page, PageHead, Sheet, Split } from "../ui/page.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { listUnfinished } from "../uploads/own-uploads.server.ts";
import type { Route } from "./+types/index";
import { outcomeOf } from "./attention-outcome.ts";
import { AttentionPanel, AttentionRows, type Panel } from "./attention-panel.tsx";
import { FigureTiles } from "./figure-tiles.tsx";
import { listOf, loadStageBars, loadTop, plainTiles } from "./figures.server.ts";
import { samplesRemovalPath } from "./first-steps.ts";
import { FirstStepsPanel } from "./first-steps-panel.tsx";
import { loadGroups, loadRequests } from "./load-panels.server.ts";
import { StageBars } from "./stage-bars.tsx";
import { loadToday, loadWeek, stripOf, withoutToday } from "./today.server.ts";
import { WeekStrip } from "./week-strip.tsx";
import { ZoneOffer } from "./zone-offer.tsx";

const path = href("/dashboard");
const minePath = `${path}?whose=mine`;
const showingsPath = `${calendarPath}?view=list&whose=everyone&kind=showing`;
const latest = 5;

/** Each panel is a promise of its own, so that a slow or failing one holds up neither the others nor the page. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const agent = agentOf(context);
  const { person, workspace } = agent;
  const mayChoose = agent.can("records.own_alone");
  const whose = mayChoose && url.searchParams.get("whose") === "mine" ? "mine" : "team";
  const api = whose === "mine" ? ownApiOf(context) : apiOf(context);
  const pictures = context.get(picturesContext);
  const present = {
    now: new Date(),
    timeZone: workspace.timeZone ?? "UTC",
    me: person.id,
    keyOf: changeKey,
    pictureOf: (source: string | null | undefined) => (source ? pictures.pathOf(source, 200, workspace.id) : null),
  };
  const onFault = logFaults(context);
  const week = loadWeek(api, present, onFault);
  const loading = loadGroups(api, present, listUnfinished(context), onFault);
  const groups = {
    ...loading,
    today: loadToday(api, present, week, onFault),
    due: withoutToday(loading.due, "offers_due", week),
    expiring: withoutToday(loading.expiring, "offer_expires", week),
    deadlines: withoutToday(loading.deadlines, "inspection_deadline", week),
  };
  return {
    firstName: person.firstName,
    workspace: workspace.name,
    zone: agent.can("workspace.update") ? workspace.timeZone : null,
    date: formatToday(dayIn(present.timeZone, present.now)),
    whose: mayChoose ? whose : null,
    me: person.id,
    plainTiles: whose === "mine" ? [] : plainTiles(agent),
    top: loadTop(api, agent, whose, present.now, onFault),
    ...groups,
    outcome: outcomeOf(groups),
    bars: loadStageBars(api, (path) => listOf(path, whose, person.id), onFault),
    strip: stripOf(week),
    asked: loadRequests(api, present, onFault),
    activity: agent.can("activity.view")
      ? settle(api, (api) => listLatestActivity(api, latest, present.timeZone), onFault)
      : null,
    mayAdd: { client: agent.can("clients.create"), deal: agent.can("opportunities.create") },
    start: rowStart(await startForm(context)),
  };
}

const longDay = new Intl.DateTimeFormat("en-US", { weekday: "long", month: "long", day: "numeric", timeZone: "UTC" });
const formatToday = (day: string) => longDay.format(new Date(day));

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { whose, me, firstName, workspace, zone, date, plainTiles, top, bars, strip, asked, activity, mayAdd, start } =
    loaderData;
  const here = whose === "mine" ? minePath : path;
  return (
    <Page>
      <PageHead
        documentTitle="Dashboard"
        title={firstName === "" ? "Welcome!" : `Welcome, ${firstName}!`}
        subtitle={`${date} · ${workspace}`}
      >
        {whose === null ? null : (
          <Tabs
            look="seg"
            label="Whose records"
            tabs={[
              { label: "Mine", href: minePath, isCurrent: whose === "mine" },
              { label: "Team", href: path, isCurrent: whose === "team" },
            ]}
          />
        )}
        {mayAdd.client ? <LinkButton href={href("/clients/new")}>New client</LinkButton> : null}
        {mayAdd.deal ? (
          <LinkButton href={href("/opportunities/new")} look="go">
            New opportunity
          </LinkButton>
        ) : null}
      </PageHead>
      <Deferred value={top} pending={<FigureTiles tiles={plainTiles} />}>
        {(top) => (
          <>
            <FigureTiles tiles={top.ok ? top.data.tiles : plainTiles} />
            <NotLoadedLine what="figures" part={top} />
            {zone === null || !top.ok || top.data.steps.length === 0 ? null : (
              <ZoneOffer timeZone={zone} settings={href("/settings/general")} />
            )}
            {top.ok && top.data.samples === "present" ? (
              <Notice>
                This workspace has sample data. It is counted, emailed and exported nowhere.{" "}
                {zone === null ? null : <a href={samplesRemovalPath}>Take it out</a>}
              </Notice>
            ) : null}
            <FirstStepsPanel
              steps={top.ok ? top.data.steps : []}
              offersSamples={top.ok && top.data.samples === "offered"}
            />
          </>
        )}
      </Deferred>
      <div className="grid gap-2">
        <Split
          aside={
            <div className="grid gap-2">
              <Deferred value={strip} pending={null}>
                {(days) => (
                  <WeekStrip
                    days={days}
                    calendar={whose === "mine" ? calendarPath : `${calendarPath}?whose=everyone`}
                  />
                )}
              </Deferred>
              <RequestsPanel asked={asked} here={here} start={start} />
              <Deferred value={bars} pending={null}>
                {(bars) => <StageBars bars={bars} />}
              </Deferred>
            </div>
          }
        >
          <AttentionPanel
            panels={loaderData}
            outcome={loaderData.outcome}
            agent={whose === "mine" ? me : null}
            here={here}
            start={start}
          />
        </Split>
        {activity === null ? null : (
          <Sheet title="Latest activity" action={<LinkButton href={href("/activity")}>All activity</LinkButton>}>
            <Deferred value={activity} pending={<Skeleton lines={6} />}>
              {(settled) => <ActivityPanel activity={settled} here={here} isBrief />}
            </Deferred>
          </Sheet>
        )}
      </div>
    </Page>
  );
}

function RequestsPanel({ asked, here, start }: { asked: Panel; here: string; start: FormInit }) {
  return (
    <Sheet title="Property requests">
      <Deferred value={asked} pending={<Skeleton lines={4} />}>
        {(settled) =>
          settled.ok && settled.data.items.length === 0 ? (
            <EmptyState>No clients are waiting to see a property.</EmptyState>
          ) : (
            <div className={settled.ok ? undefined : "pad"}>
              <AttentionRows label="Property requests" settled={settled} here={here} start={start} />
              {settled.ok && settled.data.hasMore ? (
                <p className="pad small">
                  <a href={showingsPath}>All showings</a>
                </p>
              ) : null}
            </div>
          )
        }
      </Deferred>
    </Sheet>
  );
}
