import { useTexts } from "../../client-pages/texts/texts.ts";
import type { NewsItem } from "../news.server.ts";
import { PortalCard, usePortalPath } from "./portal-frame.tsx";

/** As many as stay easy to read. */
const most = 6;

/** What the person has not opened yet; left out when there is nothing. */
export function NewsCard({ news }: { news: readonly NewsItem[] }) {
  const { whatIsNew } = useTexts().own;
  if (news.length === 0) return null;
  return (
    <PortalCard title={whatIsNew.title}>
      <ul className="lines">
        {news.slice(0, most).map((item) => (
          <NewsLine key={item.id} item={item} />
        ))}
      </ul>
      {news.length > most ? <p className="muted">{whatIsNew.more(news.length - most)}</p> : null}
    </PortalCard>
  );
}

function NewsLine({ item: { kind, id, label, news, isShown } }: { item: NewsItem }) {
  const { own } = useTexts();
  const to = usePortalPath();
  const address = kind === "property" ? `/properties/${id}` : `/documents/${id}`;
  return (
    <li>
      <div>
        <a href={to(isShown ? address : "/documents")}>
          <b>{label}</b>
        </a>
        <div className="muted small">{own.whatIsNew[kind]}</div>
      </div>
      <span className="badge">{own.news[news]}</span>
    </li>
  );
}
