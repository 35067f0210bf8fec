import { href } from "react-router";
import { allows } from "../json-api/resource.ts";
import { apiOf, loadBoth, recordId } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { Menu, MenuDelete, MenuLink } from "../ui/menu.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { Page, PageHead } from "../ui/page.tsx";
import type { Route } from "./+types/folder";
import { restorePath } from "./document-item.ts";
import { contentOf } from "./folder-tile.tsx";
import { loadContent } from "./load-content.server.ts";
import { loadDocuments, loadFolder, placeOfFolder } from "./load-document.server.ts";
import { newFolderPath, uploadPath, zipPath } from "./place.ts";
import { PlacePanel } from "./place-panel.tsx";
import { TrashNotice, trashedFolderOf } from "./trash-notice.tsx";
import { VisibilityLink, VisibilityTag } from "./visibility-tag.tsx";
import { visibilityOf } from "./visibility-texts.ts";

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const folderId = recordId(params.folderId);
  const inside = { folderId, packageId: null, clientId: null };
  const [folder, content] = await loadBoth(
    loadFolder(context, folderId),
    loadDocuments(loadContent(apiOf(context), inside, url)),
  );
  const opened = await placeOfFolder(context, folder);
  const { id, trashedAt, trashEndsAt, kind } = folder;
  const isOwn = kind === null;
  const isTrashed = trashedAt !== null;
  return {
    opened,
    folder: { id, trashedAt, trashEndsAt },
    deletedWith: trashedFolderOf(folder, folder.ancestors ?? []),
    visibility: isTrashed ? null : visibilityOf(folder),
    can: {
      update: isOwn && !isTrashed && allows(folder, "update"),
      trash: isOwn && allows(folder, "trash"),
      show: !isTrashed && allows(folder, "show"),
    },
    inTrash: isTrashed ? contentOf(folder) : null,
    content: isTrashed ? null : content,
  };
}

export default function FolderPage({ loaderData }: Route.ComponentProps) {
  const { opened, folder, deletedWith, visibility, can, inTrash, content } = loaderData;
  const { place, name, crumbs, mayAdd } = opened;
  const folderId = folder.id;
  const above = crumbs.slice(0, -1);
  return (
    <Page>
      <PageHead crumbs={[...above, { label: name }]} title={name}>
        <VisibilityTag visibility={visibility} />
        {mayAdd ? <LinkButton href={newFolderPath(place)}>New folder</LinkButton> : null}
        {content === null ? null : (
          <LinkButton href={zipPath(place)} reload>
            Download
          </LinkButton>
        )}
        {can.update || can.trash || (can.show && visibility !== null) ? (
          <Menu end button="plain" label="More">
            {can.update ? (
              <MenuLink href={href("/documents/folders/:folderId/renaming", { folderId })}>Rename</MenuLink>
            ) : null}
            {can.update ? (
              <MenuLink href={href("/documents/folders/:folderId/moving", { folderId })}>Move</MenuLink>
            ) : null}
            {can.show ? (
              <VisibilityLink
                to={href("/documents/folders/:folderId/visibility", { folderId })}
                visibility={visibility}
              />
            ) : null}
            {can.trash && folder.trashedAt === null ? (
              <MenuDelete href={href("/documents/folders/:folderId/trashing", { folderId })} />
            ) : null}
          </Menu>
        ) : null}
        {mayAdd ? (
          <LinkButton href={uploadPath(place)} look="go">
            New file
          </LinkButton>
        ) : null}
      </PageHead>
      <TrashNotice
        of={folder}
        restoreHref={can.trash ? restorePath({ noun: "folder", id: folderId }) : null}
        deletedWith={deletedWith}
      />
      {content === null ? (
        <EmptyState>
          {inTrash === null ? "This folder is empty." : `Contains ${inTrash}. Restore the folder to open them.`}
        </EmptyState>
      ) : (
        <PlacePanel place={place} content={content} mayAdd={mayAdd} empty="This folder is empty." />
      )}
    </Page>
  );
}
