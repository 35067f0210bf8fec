import type { ComponentProps, ReactNode } from "react";
import { href } from "react-router";
import { Confirmation } from "../forms/forms.tsx";
import { opportunitiesPath, opportunityPath } from "../record-paths.ts";
import { Notice } from "../ui/notice.tsx";
import { Page, PageHead } from "../ui/page.tsx";

/** An opportunity by the names of its two. */
export interface OpportunityItem {
  readonly id: string;
  readonly client: string;
  readonly street: string;
}

type OpportunityPageProps = {
  item: OpportunityItem;
  title: string;
  /** The page's place in words, where the title is a question. */
  crumb?: string;
  subtitle: string;
  children?: ReactNode;
};

/** A page where something is done to an opportunity, with the way back to it. */
export function OpportunityPage({ item, title, crumb = title, subtitle, children }: OpportunityPageProps) {
  return (
    <Page narrow>
      <PageHead
        crumbs={[
          { label: "Pipeline", href: opportunitiesPath },
          { label: `${item.client}, ${item.street}`, href: opportunityPath(item.id) },
          { label: crumb },
        ]}
        title={title}
        subtitle={subtitle}
      />
      {children}
    </Page>
  );
}

type ConfirmationProps = OpportunityPageProps & Omit<ComponentProps<typeof Confirmation>, "cancel">;

/** A page that asks before something is done to an opportunity. */
export function OpportunityConfirmation({ start, reply, send, look, stay, children, ...page }: ConfirmationProps) {
  const optional = { ...(look !== undefined && { look }), ...(stay !== undefined && { stay }) };
  return (
    <OpportunityPage crumb={send} {...page}>
      {children}
      <Confirmation start={start} reply={reply} send={send} cancel={opportunityPath(page.item.id)} {...optional} />
    </OpportunityPage>
  );
}

/** Said before a showing of somebody who is not bound to the agency today. It warns, and hinders nobody. */
export function NoAgreementNotice({ clientId }: { clientId: string | null }) {
  return (
    <Notice tone="warn" title="This client has no active buyer agreement.">
      Many states require one before a showing.{" "}
      {clientId === null ? null : <a href={href("/clients/:id/agreement", { id: clientId })}>Add agreement dates</a>}
    </Notice>
  );
}
