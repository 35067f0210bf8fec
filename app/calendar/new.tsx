import { href } from "react-router";
import { settle } from "../json-api/settle.ts";
import { dayOrNull } from "../lists/list-state.ts";
import { shownItem } from "../opportunities/load-opportunity.server.ts";
import { listOpportunities } from "../opportunities/opportunities.server.ts";
import { opportunityList } from "../opportunities/opportunity-list.ts";
import { calendarPath, newTaskPath } from "../record-paths.ts";
import { agentOf, apiOf, logFaults, requirePermission, todayOf } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { NotLoadedLine } from "../ui/not-loaded.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { Page, PageHead, Row, Rows, Sheet } from "../ui/page.tsx";
import { readSearch } from "../ui/search-text.ts";
import { SearchBox, Toolbar } from "../ui/toolbar.tsx";
import type { Route } from "./+types/new";
import { longName } from "./calendar-days.server.ts";
import { addPath } from "./calendar-state.ts";

/** What is added to a day: a task, or a showing of one of the open deals. */
export async function loader({ url, context }: Route.LoaderArgs) {
  requirePermission(context, "tasks.create", "add to the calendar", {
    label: "Back to the calendar",
    href: calendarPath,
  });
  const day = dayOrNull(url.searchParams.get("day") ?? "") ?? todayOf(context);
  const search = readSearch(url.searchParams);
  const wanted = { ...opportunityList.stateOf(new URLSearchParams({ stage: "active" })), q: search };
  const deals = await settle(apiOf(context), (api) => listOpportunities(api, wanted), logFaults(context));
  return {
    day,
    name: longName(day),
    search,
    task: `${newTaskPath()}?due=${day}`,
    showings: agentOf(context).can("opportunities.create"),
    part: deals.ok ? { ok: true as const } : deals,
    deals: (deals.ok ? deals.data.items : []).map((found) => {
      const { id, client, street } = shownItem(found);
      return {
        id,
        client,
        street,
        href: `${href("/opportunities/:opportunityId/showings/new", { opportunityId: id })}?day=${day}`,
      };
    }),
  };
}

export default function AddToDay({ loaderData }: Route.ComponentProps) {
  const { day, name, search, task, showings, part, deals } = loaderData;
  return (
    <Page narrow>
      <PageHead crumbs={[{ label: "Calendar", href: calendarPath }, { label: "Add" }]} title={`Add to ${name}`} />
      <div className="actions mb-2">
        <LinkButton href={task} look="go">
          Add task
        </LinkButton>
      </div>
      {showings ? (
        <Sheet title="Showing: choose the deal">
          <Toolbar action={addPath} label="Search deals" send="Search">
            <input type="hidden" name="day" value={day} />
            <SearchBox label="Search deals" name="q" placeholder="Client or address" value={search} />
          </Toolbar>
          <NotLoadedLine what="deals" part={part} />
          {part.ok && deals.length === 0 ? (
            <EmptyState>
              {search === "" ? "There are no open deals yet." : "No deal matches. Check the spelling."}
            </EmptyState>
          ) : (
            <Rows label="Open deals">
              {deals.map(({ id, client, street, href }) => (
                <Row key={id}>
                  <div>
                    <a className="row-link" href={href}>
                      <b>{client}</b>
                    </a>
                    <div className="muted small">{street}</div>
                  </div>
                </Row>
              ))}
            </Rows>
          )}
        </Sheet>
      ) : null}
    </Page>
  );
}
