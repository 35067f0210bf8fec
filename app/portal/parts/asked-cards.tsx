import { useTexts } from "../../client-pages/texts/texts.ts";
import type { AskedProperty } from "../answers.server.ts";
import { AskCard, PropertyLink } from "./ask-card.tsx";
import { useFrame } from "./portal-frame.tsx";

/** What the client is asked about their properties, each with the way to answer; nothing where nothing is asked. */
export function AskedCards({ asked }: { asked: readonly AskedProperty[] }) {
  const { offer, repairs } = useTexts().answers;
  const { agent } = useFrame();
  return asked.flatMap(({ id, street, isOfferSuggested, openRepairs }) => [
    isOfferSuggested ? (
      <AskCard key={`${id} offer`} title={offer.ask(agent.name)} text={street}>
        <PropertyLink id={id} below="offer" label={offer.look} />
      </AskCard>
    ) : null,
    openRepairs > 0 ? (
      <AskCard key={`${id} repairs`} title={repairs.ask(openRepairs)} text={street}>
        <PropertyLink id={id} below="repairs" label={repairs.answer} />
      </AskCard>
    ) : null,
  ]);
}
