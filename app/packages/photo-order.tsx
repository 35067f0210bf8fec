import { type DragEvent, useRef } from "react";
import { href, useSubmit } from "react-router";
import { useHydrated } from "remix-utils/use-hydrated";
import { FormRefusal, startForm, submitForm } from "../forms/forms.server.ts";
import { FormStart } from "../forms/forms.tsx";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { atPlace, placeOf } from "../ui/place.ts";
import { PostForm } from "../ui/post-form.tsx";
import type { Route } from "./+types/photo-order";
import { loadPackageFor, loadPhotos } from "./load-package.server.ts";
import { PackagePage } from "./package-page.tsx";
import { moveValue, photoMoveForm, readMove } from "./package-photo.ts";
import { movePhoto } from "./package-photos.server.ts";
import { noteOfPhoto, PhotoTile, PhotoTiles, photoName } from "./photo-tiles.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const [shown] = await Promise.all([
    loadPhotos(context, params.packageId),
    loadPackageFor("update", context, params.packageId),
  ]);
  return { ...shown, start: await startForm(context) };
}

/** Moves one photo to another place; those between make room. */
export async function action({ request, params, context }: Route.ActionArgs) {
  return submitForm({ request, context, ofRecord: true }, photoMoveForm, async ({ api, value, key }) => {
    const { id: packageId } = await loadPackageFor("update", context, params.packageId);
    const move = readMove(value.move);
    if (move === null) throw new FormRefusal({ text: "Choose which photo to move, and where.", status: 400 });
    await movePhoto(api, move.id, move.position, key);
    return { location: atPlace(href("/packages/:packageId/photos/order", { packageId }), move.id) };
  });
}

export default function OrderPhotos({ loaderData, actionData, params }: Route.ComponentProps) {
  const { item, photos, start } = loaderData;
  const { form, handlersOf, isReady } = useDragging(photos.map(({ id }) => id));
  const advice = isReady ? "Drag a photo to its place, or use the arrows." : "Move photos with the arrows.";
  return (
    <PackagePage item={item} title="Order of photos" subtitle={`${advice} The first photo is the cover.`}>
      <div ref={form}>
        <PostForm>
          <FormStart start={start} reply={actionData} />
          <PhotoTiles>
            {photos.map((photo, index) => (
              <li
                key={photo.id}
                id={placeOf(photo.id)}
                tabIndex={-1}
                className="file"
                draggable={isReady ? true : undefined}
                {...handlersOf(photo.id, index)}
              >
                <PhotoTile photo={photo} index={index} note={noteOfPhoto(photo, index)} />
                {index === 0 ? null : (
                  <Arrow of={photo.id} to={index} label={`Move ${photoName(photo, index)} earlier`}>
                    ←
                  </Arrow>
                )}
                {index === photos.length - 1 ? null : (
                  <Arrow of={photo.id} to={index + 2} label={`Move ${photoName(photo, index)} later`}>
                    →
                  </Arrow>
                )}
              </li>
            ))}
          </PhotoTiles>
        </PostForm>
      </div>
      <LinkButton href={href("/packages/:packageId/photos", params)}>Done</LinkButton>
    </PackagePage>
  );
}

type ArrowProps = { of: string; to: number; label: string; children: string };

/** Moves a photo by one place. @param to the place, from 1 */
function Arrow({ of, to, label, children }: ArrowProps) {
  return (
    <SubmitButton look="quiet" name="move" value={moveValue(of, to)} aria-label={label}>
      <span aria-hidden="true">{children}</span>
    </SubmitButton>
  );
}

/** Dragging a photo onto another one moves it to that place. @param ids of the photos, in their order */
function useDragging(ids: readonly string[]) {
  const form = useRef<HTMLDivElement>(null);
  const dragged = useRef<string | null>(null);
  const submit = useSubmit();
  const isReady = useHydrated();

  function drop(event: DragEvent, index: number): void {
    event.preventDefault();
    const id = dragged.current;
    dragged.current = null;
    const element = form.current?.querySelector("form");
    if (id === null || id === ids[index] || !element) return;
    const fields = new FormData(element);
    fields.set("move", moveValue(id, index + 1));
    submit(fields, { method: "post" });
  }

  const handlersOf = (id: string, index: number) => ({
    onDragStart: () => {
      dragged.current = id;
    },
    onDragOver: (event: DragEvent) => {
      if (dragged.current !== null) event.preventDefault();
    },
    onDrop: (event: DragEvent) => drop(event, index),
  });
  return { form, handlersOf, isReady };
}
