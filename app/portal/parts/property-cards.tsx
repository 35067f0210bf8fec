import { priceOf } from "../../client-pages/texts/format.ts";
import { useLanguage, useTexts } from "../../client-pages/texts/texts.ts";
import { cityLine } from "../../ui/city-line.ts";
import type { PropertyCard } from "../portal-properties.server.ts";
import { isBought, isOfferAnswered, shownPriority } from "../portal-property.ts";
import { useFrame, usePortalPath } from "./portal-frame.tsx";
import { StageLine } from "./stage-line.tsx";

/** With what stands below its map; null where there is none. */
type MappedCard = PropertyCard & { readonly map: { readonly attribution: string | null } | null };

type PropertyCardsProps = {
  properties: readonly MappedCard[];
  /** Ids of the properties that are ticked for comparing at first. */
  picked: readonly string[];
};

/** Properties as cards; each opens its page, and two to four can be compared. */
export function PropertyCards({ properties: cards, picked }: PropertyCardsProps) {
  const { properties, compare } = useTexts();
  const { agent } = useFrame();
  const to = usePortalPath();
  if (cards.length === 0) return <p className="muted">{properties.empty(agent.name)}</p>;
  const listOf = (listed: readonly MappedCard[]) => (
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
        <section className="sec">
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
      <div className="picked">
        <span className="muted">{compare.hint}</span>
        <button className="btn" type="submit">
          {compare.send}
        </button>
      </div>
    </form>
  );
}

/** The same without a choice. */
export function HomeCards({ homes }: { homes: readonly MappedCard[] }) {
  return (
    <ul className="homes">
      {homes.map((card) => (
        <HomeCard key={card.id} card={card} isPicked={null} />
      ))}
    </ul>
  );
}

type HomeCardProps = {
  card: MappedCard;
  /** Null where it is not to be compared. */
  isPicked: boolean | null;
};

function HomeCard({ card, isPicked }: HomeCardProps) {
  const { properties, compare, place: placeWords } = useTexts();
  const language = useLanguage();
  const to = usePortalPath();
  const { id, street, listPrice, coverId, beds, baths, sqft, stage, isRefused, map } = card;
  const path = to(`/properties/${encodeURIComponent(id)}`);
  const priority = shownPriority(card);
  const facts = properties.size({ beds, baths, sqft });
  const place = cityLine(card);
  return (
    <li className="home">
      {coverId ? (
        <img
          className="mb-3"
          src={to(`/photos/${encodeURIComponent(coverId)}?size=small`)}
          alt=""
          width={480}
          height={320}
          loading="lazy"
        />
      ) : null}
      <a className="cover" href={path}>
        <b>{street}</b>
      </a>
      {place === "" ? null : <p>{place}</p>}
      {listPrice === null ? null : <b>{priceOf(language, listPrice)}</b>}
      {facts === "" ? null : <p>{facts}</p>}
      {isBought(card) ? <b>{properties.yours}</b> : null}
      {priority === null ? null : (
        <p>
          <span className="pill">
            <span className="hidden">{compare.priority} </span>
            {compare.badges[priority]}
          </span>
        </p>
      )}
      {stage === "open" || (isRefused && !isOfferAnswered(card)) ? null : <StageLine of={card} />}
      {map === null ? null : (
        <img
          className="mt-3"
          src={`${path}/map`}
          alt={placeWords.map(street)}
          width={640}
          height={320}
          loading="lazy"
        />
      )}
      {map?.attribution ? <p>{map.attribution}</p> : null}
      {isPicked === null ? null : (
        <label>
          <input type="checkbox" name="id" value={id} defaultChecked={isPicked} /> {compare.pick}
          <span className="hidden"> {street}</span>
        </label>
      )}
    </li>
  );
}
