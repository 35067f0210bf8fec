import type { ReactNode } from "react";
import { Breadcrumb, Page, PageHead } from "../ui/page.tsx";
import { listPath, opportunityPath } from "./opportunity-list.ts";

type OpportunityPageProps = {
  item: { readonly id: string; readonly client: string; readonly street: string };
  title: string;
  /** The page's place in words, where the title is a question. */
  crumb?: string;
  subtitle: string;
  children: ReactNode;
};

/** A page where something is done to an opportunity, with the way back to it. */
export function OpportunityPage({ item, title, crumb = title, subtitle, children }: OpportunityPageProps) {
  return (
    <Page narrow>
      <Breadcrumb
        items={[
          { label: "Pipeline", href: listPath },
          { label: `${item.client}, ${item.street}`, href: opportunityPath(item.id) },
          { label: crumb },
        ]}
      />
      <PageHead title={title} subtitle={subtitle} />
      {children}
    </Page>
  );
}
