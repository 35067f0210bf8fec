import type { ReactNode } from "react";
import { DialogError, DialogPage } from "../lists/dialog-page.tsx";
import { opportunitiesPath } from "../record-paths.ts";
import { type OpportunityItem, OpportunityPage } from "./opportunity-page.tsx";

type OpportunityChangeProps = {
  item: OpportunityItem;
  title: string;
  /** The page's place in words, where the title is a question. */
  crumb?: string;
  subtitle: string;
  /** Where it leads back to. */
  back: string;
  children: ReactNode;
};

/** A page that changes one thing of an opportunity: over the list, beside what is changed, where it was opened from there with scripts. */
export function OpportunityChange({ item, title, crumb, subtitle, back, children }: OpportunityChangeProps) {
  const alone = (
    <OpportunityPage item={item} title={title} {...(crumb !== undefined && { crumb })} subtitle={subtitle}>
      {children}
    </OpportunityPage>
  );
  const about = { title, subtitle: `${item.client}, ${item.street}` };
  return (
    <DialogPage path={opportunitiesPath} back={back} isSmall {...about} alone={alone}>
      <p className="muted mb-2">{subtitle}</p>
      {children}
    </DialogPage>
  );
}

/** The error boundary of such a page. */
export function OpportunityChangeError() {
  return <DialogError path={opportunitiesPath} title="Opportunity" />;
}
