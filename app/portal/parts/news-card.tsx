import { Icon } from "../../client-pages/icon.tsx";
import { longTime } from "../../client-pages/texts/format.ts";
import { useLanguage, useTexts } from "../../client-pages/texts/texts.ts";
import type { News, UnopenedItem } from "../news.server.ts";
import type { PortalEvent, PropertyCard } from "../portal-properties.server.ts";
import { countOfNew } from "./count-of-new.ts";
import { PortalCard, useFrame, usePortalPath } from "./portal-frame.tsx";
import { PortalLate } from "./portal-late.tsx";
import { useStageWords } from "./stage-line.tsx";

/** As many as stay easy to read. */
const most = 6;

/** What is new to the person; left out when there is nothing. */
export function NewsCard({ news: { items: news, homes, parts } }: { news: News }) {
  const { whatIsNew } = useTexts().own;
  const { unreadMessages } = useFrame();
  const unread = unreadMessages ?? 0;
  if (news.length === 0 && unread === 0 && parts.ok) return null;
  return (
    <PortalCard title={whatIsNew.title}>
      <ul className="rows">
        {unread === 0 ? null : <NewMessages unread={unread} />}
        {news
          .slice(0, most)
          .map((item) =>
            "news" in item ? (
              <Unopened key={item.id} item={item} />
            ) : (
              <Event key={item.id} event={item} home={homes.find(({ id }) => id === item.packageId)} />
            ),
          )}
      </ul>
      <PortalLate part={parts} />
      {news.length > most ? <p className="muted">{whatIsNew.more(news.length - most)}</p> : null}
    </PortalCard>
  );
}

function NewMessages({ unread }: { unread: number }) {
  const { messages } = useTexts();
  const to = usePortalPath();
  return (
    <li>
      <Icon name="msg" />
      <div className="g">
        <a className="cover" href={to("/messages")}>
          <b>{messages.waiting(countOfNew(unread), unread === 1)}</b>
        </a>
        <div className="muted small">{messages.subtitle}</div>
      </div>
    </li>
  );
}

function Unopened({ item: { kind, id, label, property, news, isShown } }: { item: UnopenedItem }) {
  const { own } = useTexts();
  const to = usePortalPath();
  const address =
    kind === "property" ? `/properties/${encodeURIComponent(id)}` : `/documents/${encodeURIComponent(id)}`;
  return (
    <li>
      <Icon name={kind === "property" ? "home" : "doc"} />
      <div className="g">
        <a className="cover" href={to(isShown ? address : "/documents")}>
          <b>{label}</b>
        </a>
        <div className="muted small">{[own.whatIsNew[kind], property].filter(Boolean).join(" · ")}</div>
      </div>
      <span className="muted small">{own.news[news]}</span>
    </li>
  );
}

function Event({ event, home }: { event: PortalEvent; home: PropertyCard | undefined }) {
  const { own } = useTexts();
  const to = usePortalPath();
  const said = useEventWords(event, home);
  if (said === null) return null;
  return (
    <li>
      <Icon name="home" />
      <div className="g">
        <a
          className="cover"
          href={to(event.isOpen ? `/properties/${encodeURIComponent(event.packageId)}` : "/properties")}
        >
          <b>{event.property}</b>
        </a>
        <div className="muted small">{said}</div>
      </div>
      <span className="muted small">{own.news.changed}</span>
    </li>
  );
}

/** What has happened, in a sentence; null for a stage that this app does not know. */
function useEventWords(
  { kind, stage, startsAt, timeZone }: PortalEvent,
  home: PropertyCard | undefined,
): string | null {
  const { whatIsNew } = useTexts().own;
  const language = useLanguage();
  const stageWords = useStageWords(home ?? { stage, timeZone, suggestion: null, agentName: null });
  if (kind === "stage") return stageWords;
  return startsAt === null ? null : whatIsNew[kind](longTime(language, startsAt, timeZone));
}
