import type { ReactNode } from "react";
import { Breadcrumb, Page, PageHead } from "../ui/page.tsx";
import type { Client } from "./client.ts";
import { clientPath } from "./client-links.ts";
import { listPath } from "./client-list.ts";

type ClientPageProps = {
  client: Pick<Client, "id" | "name">;
  title: string;
  /** The page's place in words, where the title is a question. */
  crumb?: string;
  subtitle: string;
  children: ReactNode;
};

/** A page where something is done to a client, with the way back to them. */
export function ClientPage({ client, title, crumb = title, subtitle, children }: ClientPageProps) {
  return (
    <Page narrow>
      <Breadcrumb
        items={[
          { label: "Clients", href: listPath },
          { label: client.name, href: clientPath(client.id) },
          { label: crumb },
        ]}
      />
      <PageHead title={title} subtitle={subtitle} />
      {children}
    </Page>
  );
}
