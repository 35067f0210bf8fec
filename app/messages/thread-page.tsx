import type { ReactNode } from "react";
import { messagesPath, threadPath } from "../record-paths.ts";
import { Page, PageHead } from "../ui/page.tsx";
import type { ThreadItem } from "./load-thread.server.ts";

type ThreadPageProps = { item: ThreadItem; title: string; crumb?: string; subtitle: string; children: ReactNode };

/** A page where something is done in a client's thread, with the way back to it. */
export function ThreadPage({ item, title, crumb = title, subtitle, children }: ThreadPageProps) {
  return (
    <Page narrow>
      <PageHead
        crumbs={[
          { label: "Messages", href: messagesPath },
          { label: item.client, href: threadPath(item.id) },
          { label: crumb },
        ]}
        title={title}
        subtitle={subtitle}
      />
      {children}
    </Page>
  );
}
