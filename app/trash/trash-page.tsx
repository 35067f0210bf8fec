import type { ComponentProps } from "react";
import { href } from "react-router";
import { Confirmation } from "../forms/forms.tsx";
import { Page, PageHead } from "../ui/page.tsx";

type TrashPageProps = ComponentProps<typeof Confirmation> & { title: string; subtitle: string };

/** A page that asks before something goes to the trash, or leaves it. */
export function TrashPage({ title, subtitle, ...confirmation }: TrashPageProps) {
  return (
    <Page narrow>
      <PageHead
        crumbs={[{ label: "Trash", href: href("/trash") }, { label: confirmation.send }]}
        title={title}
        subtitle={subtitle}
      />
      <Confirmation {...confirmation} />
    </Page>
  );
}
