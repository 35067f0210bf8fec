import { useTexts } from "../../client-pages/texts/texts.ts";
import type { AskedProperty } from "../answers.server.ts";
import { useFrame } from "./portal-frame.tsx";

/** Something that a client is asked about a property. */
export interface Ask {
  /** Of the property. */
  readonly id: string;
  readonly street: string;
  readonly title: string;
  /** The page of the property on which it is answered. */
  readonly below: "offer" | "repairs";
  /** Of the link that leads there. */
  readonly label: string;
}

/** What the client is asked about their properties, in words; the first comes next. */
export function useAsks(asked: readonly AskedProperty[]): readonly Ask[] {
  const { offer, repairs } = useTexts().answers;
  const { agent } = useFrame();
  return asked.flatMap(({ id, street, isOfferSuggested, suggestedByName, isCounter, openRepairs }) => {
    const asks: Ask[] = [];
    if (isOfferSuggested) {
      const title = isCounter ? offer.counter.ask : offer.ask(suggestedByName ?? agent.name);
      asks.push({ id, street, title, below: "offer", label: offer.look });
    }
    if (openRepairs > 0)
      asks.push({ id, street, title: repairs.ask(openRepairs), below: "repairs", label: repairs.answer });
    return asks;
  });
}
