import { href } from "react-router";
import { listLatestActivity } from "../activity/activity.server.ts";
import { ActivityPanel } from "../activity/activity-panel.tsx";
import { changeKey, startForm } from "../forms/forms.server.ts";
import { offers } from "../json-api/service.ts";
import { settle } from "../json-api/settle.ts";
import { picturesContext } from "../pictures/pictures.ts";
import { calendarPath } from "../record-paths.ts";
import { agentOf, apiOf, logFaults, ownApiOf } from "../session/session.server.ts";
import { rowStart } from "../tasks/task-row.ts";
import { LinkButton } from "../ui/button.tsx";
import { dayIn } from "../ui/date-format.ts";
import { Deferred } from "../ui/deferred.tsx";
import { Icon } from "../ui/icon.tsx";
import { NotLoadedLine } from "../ui/not-loaded.tsx";
import { Notice } from "../ui/notice.tsx";
import { Page, PageHead, Sheet, Split } from "../ui/page.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { listUnfinished } from "../uploads/own-uploads.server.ts";
import type { Route } from "./+types/index";
import { boardOf } from "./attention-board.server.ts";
import { AttentionPanel } from "./attention-panel.tsx";
import { FigureTiles } from "./figure-tiles.tsx";
import { listOf, loadStageBars, loadTop, plainTiles } from "./figures.server.ts";
import { samplesRemovalPath } from "./first-steps.ts";
import { FirstStepsPanel } from "./first-steps-panel.tsx";
import { loadGroups, loadRequests } from "./load-panels.server.ts";
import { RequestsPanel } from "./requests-panel.tsx";
import { StageBars } from "./stage-bars.tsx";
import { loadToday, loadWeek, stripOf, withoutToday } from "./today.server.ts";
import { WeekStrip } from "./week-strip.tsx";
import { ZoneOffer } from "./zone-offer.tsx";

const path = href("/dashboard");
const minePath = `${path}?whose=mine`;
const latest = 3;

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
    may: { moveDeals: agent.can("opportunities.create"), sendMessages: agent.can("messages.send") },
    keyOf: changeKey,
    pictureOf: (source: string | null | undefined) => (source ? pictures.pathOf(source, 200, workspace.id) : null),
  };
  const onFault = logFaults(context);
  const week = loadWeek(api, present, onFault);
  const isAll = url.searchParams.get("all") === "true";
  const unfinished = listUnfinished(context);
  const loading = loadGroups({ api, wholeApi: apiOf(context), present, unfinished, isAll, onFault });
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
    isAll,
    plainTiles: whose === "mine" ? [] : plainTiles(agent),
    top: loadTop(api, agent, whose, present.now, onFault),
    board: boardOf(groups, { present, agent: whose === "mine" ? person.id : null, isAll }),
    bars: loadStageBars(api, (path) => listOf(path, whose, person.id), onFault),
    strip: stripOf(week),
    asked: loadRequests(api, present, isAll, onFault),
    activity:
      agent.can("activity.view") && offers(api.service, "activities")
        ? settle(api, (api) => listLatestActivity(api, latest, present.timeZone), onFault)
        : null,
    mayAdd: { client: agent.can("clients.create"), deal: agent.can("opportunities.create") },
    start: rowStart(await startForm(context)),
  };
}

const longDay = new Intl.DateTimeFormat("en-US", { weekday: "long", month: "long", day: "numeric", timeZone: "UTC" });
const formatToday = (day: string) => longDay.format(new Date(day));

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { whose, isAll, firstName, workspace, zone, date, plainTiles, top, board, bars, strip, asked } = loaderData;
  const { activity, mayAdd, start } = loaderData;
  const first = whose === "mine" ? minePath : path;
  const all = `${first}${first.includes("?") ? "&" : "?"}all=true`;
  const here = isAll ? all : first;
  return (
    <Page>
      <PageHead
        documentTitle="Dashboard"
        title={firstName === "" ? "Welcome!" : `Welcome, ${firstName}!`}
        subtitle={
          <>
            {date}
            <span className="max-sm:hidden"> · {workspace}</span>
          </>
        }
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
            <Icon name="plus" />
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
      <Split
        aside={
          <div className="grid gap-2">
            <Deferred value={strip} pending={null}>
              {(days) => (
                <WeekStrip days={days} calendar={whose === "mine" ? calendarPath : `${calendarPath}?whose=everyone`} />
              )}
            </Deferred>
            <RequestsPanel asked={asked} here={here} all={all} />
            <Deferred value={bars} pending={null}>
              {(bars) => <StageBars bars={bars} />}
            </Deferred>
            {activity === null ? null : (
              <Sheet
                title="Latest activity"
                action={
                  <LinkButton href={href("/activity")} look="quiet">
                    All activity
                  </LinkButton>
                }
              >
                <Deferred value={activity} pending={<Skeleton lines={6} />}>
                  {(settled) => <ActivityPanel activity={settled} here={here} isBrief />}
                </Deferred>
              </Sheet>
            )}
          </div>
        }
      >
        <AttentionPanel board={board} here={here} all={all} start={start} />
      </Split>
    </Page>
  );
}
