import type { ReactNode } from "react";
import { clientPath, clientsPath } from "../record-paths.ts";
import { type Crumb, Page, PageHead } from "../ui/page.tsx";
import type { Client } from "./client.ts";

type ClientPageProps = {
  client: Pick<Client, "id" | "name">;
  title: string;
  /** The page's name in the breadcrumb, where the title is a question. */
  crumb?: string;
  subtitle: string;
  children: ReactNode;
};

/** Where a page about a client stands. @param last the page itself */
export function clientCrumbs({ id, name }: Pick<Client, "id" | "name">, last: string): Crumb[] {
  return [{ label: "Clients", href: clientsPath }, { label: name, href: clientPath(id) }, { label: last }];
}

/** A page with a form about a client, and the way back to them. */
export function ClientPage({ client, title, crumb = title, subtitle, children }: ClientPageProps) {
  return (
    <Page narrow>
      <PageHead crumbs={clientCrumbs(client, crumb)} title={title} subtitle={subtitle} />
      {children}
    </Page>
  );
}
