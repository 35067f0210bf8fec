import type { ClientAnswer } from "../client-answers/client-answers.ts";
import { saidBy } from "../client-answers/client-answers.ts";
import type { Money } from "../json-api/values.ts";
import { Notice } from "../ui/notice.tsx";
import { formatMoney } from "../ui/number-format.ts";

/** The offer that is suggested to a client, and what the people of the house say to it. */
export interface AnsweredOffer {
  readonly price: Money;
  readonly words: readonly Pick<
    ClientAnswer,
    "id" | "name" | "choice" | "rating" | "finding" | "offeredPrice" | "isAboutCounter" | "remark"
  >[];
}

const isAgreed = ({ words }: AnsweredOffer) => words.length > 0 && words.every(({ choice }) => choice === "approved");

/** Whether somebody does not want the offer as it is suggested. */
export function isRefused({ words }: AnsweredOffer): boolean {
  return words.some(({ choice }) => choice !== "approved");
}

/** Why an offer at a price is not what the client has agreed to; null where nothing speaks against it. */
export function objectionTo(answered: AnsweredOffer, price: Money): string | null {
  const suggested = formatMoney(answered.price.currency, answered.price.amount);
  if (isRefused(answered))
    return `The client doesn't want the offer of ${suggested} as it is. Select this to send one anyway.`;
  const isSame = price.currency === answered.price.currency && Number(price.amount) === Number(answered.price.amount);
  if (isSame) return null;
  return isAgreed(answered)
    ? `The client agreed to ${suggested}. Select this to send another price.`
    : `The client was asked about ${suggested}. Select this to send another price.`;
}

/** What the client says, above the form that sends the offer. */
export function OfferAnswer({ answered }: { answered: AnsweredOffer }) {
  const suggested = formatMoney(answered.price.currency, answered.price.amount);
  if (answered.words.length === 0)
    return <Notice title={`${suggested} is suggested to the client.`}>They haven't answered yet.</Notice>;
  return (
    <Notice tone={isRefused(answered) ? "warn" : "plain"} title={`${suggested} is suggested to the client.`}>
      {answered.words.map((word) => (
        <span key={word.id} className="block whitespace-pre-line">
          {word.name} {saidBy(word)}
          {word.remark === null ? "." : `: “${word.remark}”`}
        </span>
      ))}
    </Notice>
  );
}
