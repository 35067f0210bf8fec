import { AboutWorkspace } from "../client-pages/about-workspace.tsx";
import { useTexts } from "../client-pages/texts/texts.ts";
import { load } from "../session/session.server.ts";
import { dayIn } from "../ui/date-format.ts";
import type { Route } from "./+types/home";
import { loadAskedProperties } from "./answers.server.ts";
import { loadCalendar } from "./calendar-address.server.ts";
import { withMaps } from "./load-place.server.ts";
import { loadNews } from "./news.server.ts";
import { AskCard, PropertyLink } from "./parts/ask-card.tsx";
import { useAsks } from "./parts/asks.ts";
import { CalendarAddress } from "./parts/calendar-address.tsx";
import { DateList } from "./parts/date-list.tsx";
import { NewsCard } from "./parts/news-card.tsx";
import { PortalCard, PortalPage, useFrame, usePortalPath } from "./parts/portal-frame.tsx";
import { PortalLate } from "./parts/portal-late.tsx";
import { HomeCards } from "./parts/property-cards.tsx";
import { TaskList } from "./parts/task-list.tsx";
import { portalOf } from "./portal.server.ts";
import { isOfferAnswered } from "./portal-property.ts";
import { findOverview } from "./portal-records.server.ts";

/** The first page of the portal: what the client is asked to do, and what comes next. */

export const handle = { form: "create" };

/** As many properties stand on this page, or as many as there are with an answered offer. */
const most = 3;

export async function loader({ context }: Route.LoaderArgs) {
  const { api, user, facts, workspace } = portalOf(context);
  const [{ tasks, dates }, news, asked, calendar] = await Promise.all([
    load(findOverview(api)),
    loadNews(context),
    loadAskedProperties(context),
    loadCalendar(context),
  ]);
  const today = dayIn(workspace.timeZone ?? "UTC");
  const { homes } = news;
  const [answered, others] = [homes.filter(isOfferAnswered), homes.filter((home) => !isOfferAnswered(home))];
  const wanted = [...answered, ...others.filter(({ isRefused }) => !isRefused)];
  const first = wanted.slice(0, Math.max(most, answered.length));
  const shown = { homes: await withMaps(context, first), total: wanted.length };
  const covers = Object.fromEntries(homes.map(({ id, coverId }) => [id, coverId ?? null]));
  return {
    firstName: user.person.firstName,
    agent: facts.agent.name,
    tasks,
    dates,
    news,
    asked,
    calendar,
    today,
    shown,
    covers,
  };
}

export default function PortalHome({ loaderData }: Route.ComponentProps) {
  const { firstName, agent, tasks, dates, news, asked, calendar, today, shown, covers } = loaderData;
  const { home, properties } = useTexts();
  const { workspace, foot } = useFrame();
  const to = usePortalPath();
  const [first, ...others] = useAsks(asked.ok ? asked.data : []);
  return (
    <PortalPage title={home.title(firstName)} subtitle={home.subtitle(agent)}>
      <PortalLate part={asked} />
      {first === undefined ? null : (
        <AskCard title={first.title} text={first.street} coverId={covers[first.id]}>
          <PropertyLink {...first} look="go" />
        </AskCard>
      )}
      <div className="two">
        <PortalCard title={home.tasks}>
          <TaskList tasks={tasks} asks={others} today={today} />
        </PortalCard>
        <NewsCard news={news} />
      </div>
      <PortalCard title={home.next}>
        <DateList dates={dates} />
        <CalendarAddress calendar={calendar} />
      </PortalCard>
      {shown.homes.length === 0 ? null : (
        <section className="sec">
          <div className="acts justify-between">
            <h2>{properties.title}</h2>
            <a className="btn q" href={to("/properties")}>
              {properties.all(shown.total)}
            </a>
          </div>
          <HomeCards homes={shown.homes} />
        </section>
      )}
      <AboutWorkspace name={workspace.name} foot={foot} />
    </PortalPage>
  );
}
