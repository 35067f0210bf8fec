import type { ReactNode } from "react";
import { messagesPath } from "../record-paths.ts";
import { Page, PageHead } from "../ui/page.tsx";
import { repliesPath } from "./message-list.ts";

type ReplyPageProps = { title: string; subtitle: string; action?: ReactNode; children: ReactNode };

/** A page about saved replies, with the way back to the messages. */
export function ReplyPage({ title, subtitle, action = null, children }: ReplyPageProps) {
  const isList = title === "Saved replies";
  const here = isList ? [] : [{ label: title }];
  return (
    <Page narrow>
      <PageHead
        crumbs={[
          { label: "Messages", href: messagesPath },
          isList ? { label: "Saved replies" } : { label: "Saved replies", href: repliesPath },
          ...here,
        ]}
        title={title}
        subtitle={subtitle}
      >
        {action}
      </PageHead>
      {children}
    </Page>
  );
}
