import { priceOf } from "../../client-pages/texts/format.ts";
import { useLanguage, useTexts } from "../../client-pages/texts/texts.ts";
import { placeOf } from "../../packages/package.ts";
import type { PropertyCard } from "../portal-properties.server.ts";
import { shownPriority } from "../portal-property.ts";
import { useFrame, usePortalPath } from "./portal-frame.tsx";

type PropertyCardsProps = {
  properties: readonly PropertyCard[];
  /** Ids of the properties that are ticked for comparing at first. */
  picked: readonly string[];
};

/** Properties as cards; each opens its page, and two to four can be compared. */
export function PropertyCards({ properties: cards, picked }: PropertyCardsProps) {
  const { properties, compare } = useTexts();
  const { agent } = useFrame();
  const to = usePortalPath();
  if (cards.length === 0) return <p className="card muted">{properties.empty(agent.name)}</p>;
  const listOf = (listed: readonly PropertyCard[]) => (
    <ul className="homes">
      {listed.map((card) => (
        <HomeCard key={card.id} card={card} isPicked={cards.length > 1 ? picked.includes(card.id) : null} />
      ))}
    </ul>
  );
  const [refused, wanted] = [cards.filter(({ isRefused }) => isRefused), cards.filter(({ isRefused }) => !isRefused)];
  const list = (
    <>
      {wanted.length === 0 ? null : listOf(wanted)}
      {refused.length === 0 ? null : (
        <section>
          <h2>{properties.notForMe}</h2>
          {listOf(refused)}
        </section>
      )}
    </>
  );
  if (cards.length === 1) return list;
  return (
    <form method="get" action={to("/properties/compare")}>
      {list}
      <div className="bar">
        <span>{compare.hint}</span>
        <button className="btn go" type="submit">
          {compare.send}
        </button>
      </div>
    </form>
  );
}

type HomeCardProps = {
  card: PropertyCard;
  /** Null where there is nothing to compare it with. */
  isPicked: boolean | null;
};

function HomeCard({ card, isPicked }: HomeCardProps) {
  const { properties, compare } = useTexts();
  const language = useLanguage();
  const to = usePortalPath();
  const { id, street, listPrice, coverId, beds, baths, sqft } = card;
  const priority = shownPriority(card);
  const facts = properties.size({ beds, baths, sqft });
  const place = placeOf(card);
  return (
    <li className="card home">
      {coverId ? (
        <img
          src={to(`/photos/${encodeURIComponent(coverId)}?size=small`)}
          alt=""
          width={480}
          height={360}
          loading="lazy"
        />
      ) : (
        <span className="no-photo" aria-hidden="true" />
      )}
      <a className="serif" href={to(`/properties/${encodeURIComponent(id)}`)}>
        {street}
      </a>
      {place === "" ? null : <span className="muted">{place}</span>}
      {facts === "" ? null : <span>{facts}</span>}
      {listPrice === null ? null : <b className="num">{priceOf(language, listPrice)}</b>}
      {priority === null ? null : <span className="badge">{compare.badges[priority]}</span>}
      {isPicked === null ? null : (
        <label>
          <input type="checkbox" name="id" value={id} defaultChecked={isPicked} /> {compare.pick}
          <span className="hidden"> {street}</span>
        </label>
      )}
    </li>
  );
}
