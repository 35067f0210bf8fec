import { priceOf } from "../../client-pages/texts/format.ts";
import { useLanguage, useTexts } from "../../client-pages/texts/texts.ts";
import { placeOf } from "../../packages/package.ts";
import type { PropertyCard } from "../portal-properties.server.ts";
import { shownPriority } from "../portal-property.ts";
import { useFrame, usePortalPath } from "./portal-frame.tsx";

/** Properties as cards; each opens its page. */
export function PropertyCards({ properties: cards }: { properties: readonly PropertyCard[] }) {
  const { properties } = useTexts();
  const { agent } = useFrame();
  if (cards.length === 0) return <p className="card muted">{properties.empty(agent.name)}</p>;
  return (
    <ul className="homes">
      {cards.map((card) => (
        <HomeCard key={card.id} card={card} />
      ))}
    </ul>
  );
}

function HomeCard({ card }: { card: PropertyCard }) {
  const { properties } = useTexts();
  const language = useLanguage();
  const to = usePortalPath();
  const { id, street, listPrice, coverId, beds, baths, sqft } = card;
  const priority = shownPriority(card);
  const facts = properties.size({ beds, baths, sqft });
  return (
    <li>
      <a className="card home" href={to(`/properties/${id}`)}>
        {coverId ? (
          <img src={to(`/photos/${coverId}?size=small`)} alt="" width={480} height={360} loading="lazy" />
        ) : null}
        <b className="serif">{street}</b>
        <span className="muted">{placeOf(card)}</span>
        {facts === "" ? null : <span>{facts}</span>}
        {listPrice === null ? null : <span className="num">{priceOf(language, listPrice)}</span>}
        {priority === null ? null : <span className="badge">{properties.priorities[priority]}</span>}
      </a>
    </li>
  );
}
