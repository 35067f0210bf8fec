import { href } from "react-router";
import { listQuery } from "../lists/list-state.ts";
import { loadViews } from "../lists/load-views.server.ts";
import { ViewsBar } from "../lists/views-bar.tsx";
import { pickableColleagues } from "../members/pickable-colleagues.server.ts";
import { findFilter } from "../picking/find-filter.server.ts";
import { FilterQuestion } from "../picking/record-filter.tsx";
import { calendarPath } from "../record-paths.ts";
import { agentOf, apiOf, identityApiOf, load, logFaults, todayOf } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { Page, PageHead } from "../ui/page.tsx";
import type { Route } from "./+types/index";
import { findCalendar } from "./calendar.server.ts";
import { loadedDays } from "./calendar-days.server.ts";
import { CalendarFilters } from "./calendar-filters.tsx";
import { CalendarGrid } from "./calendar-grid.tsx";
import { rangeOf } from "./calendar-range.server.ts";
import { addTo, type CalendarState, calendarList, colleagueFilter, keptState, usualWhose } from "./calendar-state.ts";
import { CalendarSteps, CalendarViews } from "./calendar-steps.tsx";
import { CalendarWeek } from "./calendar-week.tsx";
import { DayList } from "./day-list.tsx";

export async function loader({ url, context }: Route.LoaderArgs) {
  const { person, workspace, can } = agentOf(context);
  const wished = calendarList.stateOf(url.searchParams);
  const views = loadViews(context, calendarList);
  const named = wished.whose === "mine" || wished.whose === "everyone" ? null : wished.whose;
  const filter = { ...colleagueFilter, otherwise: named };
  const colleague = await findFilter(identityApiOf(context), pickableColleagues, url, filter, logFaults(context));
  const state = { ...wished, whose: colleague.id ?? wished.whose };
  const today = todayOf(context);
  const timeZone = workspace.timeZone ?? "UTC";
  const range = rangeOf(state.view, state.day ?? today);
  const canAdd = can("tasks.create");
  const usual = usualWhose(can("opportunities.create"));
  const agentId = agentIdOf(state.whose ?? usual, person.id);
  const [found, shownColleague] = await Promise.all([
    load(findCalendar(apiOf(context), { ...range, kind: state.kind, agentId })),
    colleague.shown,
  ]);
  const hrefOf = (change: Partial<CalendarState>) => calendarPath + listQuery({ ...state, ...change });
  return {
    state,
    ...loadedDays(found, { view: state.view, range, today, timeZone, now: new Date(), canAdd, hrefOf }),
    title: range.title,
    steps: {
      previous: hrefOf({ day: range.previous }),
      today: hrefOf({ day: null }),
      next: hrefOf({ day: range.next }),
    },
    colleague: shownColleague,
    usual,
    saved: (await views)(listQuery(keptState(state))),
    timeZone,
    add: canAdd ? addTo(range.from <= today && today <= range.to ? today : (state.day ?? today)) : null,
  };
}

/** The agent whose dates are asked for; null: everyone's. */
function agentIdOf(whose: string, me: string): string | null {
  if (whose === "everyone") return null;
  return whose === "mine" ? me : whose;
}

export default function Calendar({ loaderData }: Route.ComponentProps) {
  const { state, grid, week, list, title, steps, colleague, usual, saved, timeZone, add } = loaderData;
  return (
    <Page>
      <PageHead
        title="Calendar"
        subtitle={`Showings, deadlines and tasks, by the clock of ${timeZone.replaceAll("_", " ")}`}
      >
        {saved?.save ? (
          <LinkButton href={saved.save} look="quiet">
            Save this view
          </LinkButton>
        ) : null}
        <LinkButton href={href("/settings/account/calendar")} look="quiet">
          Subscribe
        </LinkButton>
        {add === null ? null : <LinkButton href={add}>Add</LinkButton>}
      </PageHead>
      {saved === null ? null : <ViewsBar views={saved} />}
      <div className="tool-line md:[&>form]:justify-end">
        <CalendarSteps title={title} steps={steps} />
        <CalendarFilters state={state} colleague={colleague} usual={usual} />
        <CalendarViews state={state} />
      </div>
      <FilterQuestion filter={colleague} hrefOf={(id) => calendarPath + listQuery({ ...state, whose: id })} />
      {grid === null ? null : <CalendarGrid days={grid} />}
      {week === null ? null : <CalendarWeek {...week} />}
      {grid === null && week === null ? <DayList days={list} /> : null}
    </Page>
  );
}
