import { dayOf, numberOf, priceOf } from "../../client-pages/texts/format.ts";
import { useLanguage, useTexts } from "../../client-pages/texts/texts.ts";
import { wishFields, wishNames } from "../../clients/profile-fields.ts";
import type { Settled } from "../../json-api/settle.ts";
import { isAbsent } from "../../ui/not-loaded.tsx";
import type { OwnWishes } from "../own-wishes.ts";
import { PortalCard, useFrame, usePortalPath } from "./portal-frame.tsx";
import { PortalLate } from "./portal-late.tsx";

/** What the person looks for, and what becomes of what they want to be changed; left out where the service does not say. */
export function WishesCard({ wishes: own }: { wishes: Settled<OwnWishes> }) {
  const { wishes } = useTexts();
  const { isView } = useFrame();
  const to = usePortalPath();
  if (!own.ok)
    return isAbsent(own) ? null : (
      <PortalCard title={wishes.title}>
        <PortalLate part={own} />
      </PortalCard>
    );
  return (
    <PortalCard title={wishes.title}>
      <WishList own={own.data} />
      <Progress own={own.data} />
      {isView ? null : (
        <a className="btn" href={to("/me/wishes")}>
          {own.data.suggestion === null ? wishes.change : wishes.changeAgain}
        </a>
      )}
    </PortalCard>
  );
}

/** What does not matter to the person is left out. */
function WishList({ own }: { own: OwnWishes }) {
  const { wishes, properties } = useTexts();
  const language = useLanguage();
  const { facts: labels, orMore } = wishes;
  const facts: [string, string][] = [];
  const lists: [string, string[]][] = [];
  for (const name of wishNames) {
    const { kind } = wishFields[name];
    const value = own[name];
    if (Array.isArray(value)) {
      if (value.length > 0) lists.push([labels[name], value]);
    } else if (typeof value === "number") {
      const figure = numberOf(language, value);
      facts.push([labels[name], orMore(kind === "squareFeet" ? properties.squareFeet(figure) : figure)]);
    } else if (value !== null) facts.push([labels[name], priceOf(language, value)]);
  }
  if (facts.length === 0 && lists.length === 0) return <p className="muted">{wishes.none}</p>;
  return (
    <>
      {facts.length === 0 ? null : (
        <dl className="facts">
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {lists.map(([label, items]) => (
        <p key={label}>
          <span className="muted">{label}:</span> {items.join(", ")}
        </p>
      ))}
    </>
  );
}

function Progress({ own: { suggestion, settled } }: { own: OwnWishes }) {
  const { wishes } = useTexts();
  const { agent, timeZone } = useFrame();
  const language = useLanguage();
  const said =
    suggestion === null
      ? settled !== null && settled.outcome !== "withdrawn"
        ? wishes.outcomes[settled.outcome](agent.name, dayOf(language, settled.at, timeZone))
        : null
      : wishes.waiting(agent.name, dayOf(language, suggestion.sentAt, timeZone));
  return said === null ? null : <p>{said}</p>;
}
