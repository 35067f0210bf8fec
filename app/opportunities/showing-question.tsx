import { Confirmation, type FormInit, type FormReply } from "../forms/forms.tsx";
import type { ButtonLook } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { opportunityPath } from "./opportunity-list.ts";
import { OpportunityPage } from "./opportunity-page.tsx";

type ShowingQuestionProps = {
  item: { readonly id: string; readonly client: string; readonly street: string };
  /** Says that nothing is left to do; null where the question stands. */
  alreadyDecided: string | null;
  start: FormInit;
  reply: FormReply<unknown> | undefined;
  question: string;
  subtitle: string;
  /** What the button says and does. */
  send: string;
  look?: ButtonLook;
};

/** Asks before something is done to a showing; says so where that has been done. */
export function ShowingQuestion({ item, alreadyDecided, question, subtitle, send, ...form }: ShowingQuestionProps) {
  const back = opportunityPath(item.id);
  if (alreadyDecided === null) {
    return (
      <OpportunityPage item={item} title={question} crumb={send} subtitle={subtitle}>
        <Confirmation {...form} send={send} cancel={back} />
      </OpportunityPage>
    );
  }
  return (
    <OpportunityPage item={item} title={send} subtitle="There is nothing left to do.">
      <Notice>
        {alreadyDecided} <a href={back}>Open the opportunity</a>
      </Notice>
    </OpportunityPage>
  );
}
