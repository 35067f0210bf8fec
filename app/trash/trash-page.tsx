import type { ComponentProps } from "react";
import { href } from "react-router";
import { Confirmation } from "../forms/forms.tsx";
import { Breadcrumb, Page, PageHead } from "../ui/page.tsx";

type TrashPageProps = ComponentProps<typeof Confirmation> & { title: string; subtitle: string };

/** A page that asks before something goes to the trash, or leaves it. */
export function TrashPage({ title, subtitle, ...confirmation }: TrashPageProps) {
  return (
    <Page narrow>
      <Breadcrumb items={[{ label: "Trash", href: href("/trash") }, { label: confirmation.send }]} />
      <PageHead title={title} subtitle={subtitle} />
      <Confirmation {...confirmation} />
    </Page>
  );
}
