import { href } from "react-router";
import { trashingPath } from "../trash/trashing-path.ts";
import { LinkButton } from "../ui/button.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { Menu, MenuLink } from "../ui/menu.tsx";
import { Notice } from "../ui/notice.tsx";
import { Breadcrumb, PageHead } from "../ui/page.tsx";
import { Photo } from "../ui/photo.tsx";
import { Tags } from "../ui/tag.tsx";
import { type PackageFacts, placeAndSize } from "./package.ts";
import { listPath } from "./package-list.ts";

type HeadFacts = Pick<
  PackageFacts,
  "street" | "city" | "state" | "zip" | "beds" | "baths" | "sqft" | "archivedAt" | "tags"
>;

type PackageHeadProps = {
  item: HeadFacts & { readonly id: string };
  /** A path on our own server. */
  photo: string | null;
  can: { readonly update: boolean; readonly archive: boolean };
};

/** The head of a property's page: photo, address and actions. */
export function PackageHead({ item, photo, can }: PackageHeadProps) {
  const { id, street, archivedAt } = item;
  return (
    <>
      <Breadcrumb items={[{ label: "Properties", href: listPath }, { label: "Manage property" }]} />
      <PageHead title={street} subtitle={<PlaceAndTags item={item} />} lead={<Photo large picture={photo} />}>
        {can.update ? (
          <LinkButton href={href("/packages/:packageId/shares/clients", { packageId: id })}>Share property</LinkButton>
        ) : null}
        <LinkButton href={href("/packages/:packageId/shares", { packageId: id })}>Share</LinkButton>
        {can.update ? (
          <LinkButton href={href("/packages/:packageId/portal", { packageId: id })}>Client portal</LinkButton>
        ) : null}
        {can.update ? (
          <LinkButton href={href("/packages/:packageId/edit", { packageId: id })}>Edit info</LinkButton>
        ) : null}
        {can.archive ? (
          <Menu label="More" button="quiet" end>
            {archivedAt === null ? (
              <MenuLink href={href("/packages/:packageId/archival", { packageId: id })}>Archive</MenuLink>
            ) : null}
            <MenuLink href={trashingPath("package", id)}>Delete</MenuLink>
          </Menu>
        ) : null}
      </PageHead>
      {archivedAt === null ? null : (
        <Notice>
          Archived on <DateTime value={archivedAt} form="day" />. Its opportunities and tasks stay in their lists.{" "}
          {can.archive ? <a href={href("/packages/:packageId/archival/removal", { packageId: id })}>Restore</a> : null}
        </Notice>
      )}
    </>
  );
}

function PlaceAndTags({ item }: { item: HeadFacts }) {
  return (
    <>
      {placeAndSize(item)} <Tags items={item.tags ?? []} />
    </>
  );
}
