import { AboutWorkspace } from "../client-pages/about-workspace.tsx";
import { useTexts } from "../client-pages/texts/texts.ts";
import { load } from "../session/session.server.ts";
import { dayIn } from "../ui/date-format.ts";
import type { Route } from "./+types/home";
import { loadAskedProperties } from "./answers.server.ts";
import { loadCalendar } from "./calendar-address.server.ts";
import { loadNews } from "./news.server.ts";
import { AskedCards } from "./parts/asked-cards.tsx";
import { CalendarAddress } from "./parts/calendar-address.tsx";
import { DateList } from "./parts/date-list.tsx";
import { NewMessages } from "./parts/new-messages.tsx";
import { NewsCard } from "./parts/news-card.tsx";
import { PortalCard, PortalPage, useFrame } from "./parts/portal-frame.tsx";
import { PortalLate } from "./parts/portal-late.tsx";
import { TaskList } from "./parts/task-list.tsx";
import { portalOf } from "./portal.server.ts";
import { findOverview } from "./portal-records.server.ts";

/** The first page of the portal: what the client is asked to do, and what comes next. */

export const handle = { form: "create" };

export async function loader({ context }: Route.LoaderArgs) {
  const { api, user, facts, workspace } = portalOf(context);
  const [{ tasks, dates }, news, asked, calendar] = await Promise.all([
    load(findOverview(api)),
    loadNews(context),
    loadAskedProperties(context),
    loadCalendar(context),
  ]);
  const today = dayIn(workspace.timeZone ?? "UTC");
  return { firstName: user.person.firstName, agent: facts.agent.name, tasks, dates, news, asked, calendar, today };
}

export default function PortalHome({ loaderData }: Route.ComponentProps) {
  const { firstName, agent, tasks, dates, news, asked, calendar, today } = loaderData;
  const { home } = useTexts();
  const { workspace, foot } = useFrame();
  return (
    <PortalPage title={home.title(firstName)} subtitle={home.subtitle(agent)}>
      <div className="cards">
        <NewMessages />
        <PortalLate part={asked} />
        <AskedCards asked={asked.ok ? asked.data : []} />
        <NewsCard news={news} />
        <PortalCard title={home.tasks}>
          <TaskList tasks={tasks} today={today} />
        </PortalCard>
        <PortalCard title={home.next}>
          <DateList dates={dates} />
          <CalendarAddress calendar={calendar} />
        </PortalCard>
        <AboutWorkspace name={workspace.name} foot={foot} />
      </div>
    </PortalPage>
  );
}
