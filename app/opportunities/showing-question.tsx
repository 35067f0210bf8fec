import type { ComponentProps } from "react";
import { opportunityPath } from "../record-paths.ts";
import { Notice } from "../ui/notice.tsx";
import { OpportunityConfirmation, OpportunityPage } from "./opportunity-page.tsx";

type ShowingQuestionProps = Omit<ComponentProps<typeof OpportunityConfirmation>, "crumb" | "children"> & {
  /** Says that nothing is left to do; null where the question is asked. */
  alreadyDecided: string | null;
};

/** Asks before something is done to a showing; says so where that has been done. */
export function ShowingQuestion({ alreadyDecided, ...confirmation }: ShowingQuestionProps) {
  const { item, send } = confirmation;
  if (alreadyDecided === null) return <OpportunityConfirmation {...confirmation} />;
  return (
    <OpportunityPage item={item} title={send} subtitle="There is nothing left to do.">
      <Notice>
        {alreadyDecided} <a href={opportunityPath(item.id)}>Open the opportunity</a>
      </Notice>
    </OpportunityPage>
  );
}
