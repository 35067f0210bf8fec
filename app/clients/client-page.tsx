import type { ComponentProps, ReactNode } from "react";
import { Confirmation } from "../forms/forms.tsx";
import { Page, PageHead } from "../ui/page.tsx";
import type { Client } from "./client.ts";
import { clientPath } from "./client-links.ts";
import { listPath } from "./client-list.ts";

type ClientPageProps = {
  client: Pick<Client, "id" | "name">;
  title: string;
  /** The page's name in the breadcrumb, where the title is a question. */
  crumb?: string;
  subtitle: string;
  children: ReactNode;
};

/** A page with a form about a client, and the way back to them. */
export function ClientPage({ client, title, crumb = title, subtitle, children }: ClientPageProps) {
  return (
    <Page narrow>
      <PageHead
        crumbs={[
          { label: "Clients", href: listPath },
          { label: client.name, href: clientPath(client.id) },
          { label: crumb },
        ]}
        title={title}
        subtitle={subtitle}
      />
      {children}
    </Page>
  );
}

type ConfirmationProps = Omit<ClientPageProps, "crumb" | "children"> &
  Omit<ComponentProps<typeof Confirmation>, "cancel">;

/** A page that asks before something is done to a client. */
export function ClientConfirmation({ client, title, subtitle, ...confirmation }: ConfirmationProps) {
  return (
    <ClientPage client={client} title={title} crumb={confirmation.send} subtitle={subtitle}>
      <Confirmation {...confirmation} cancel={clientPath(client.id)} />
    </ClientPage>
  );
}
