import { useTexts } from "./texts/texts.ts";

interface GalleryPhoto {
  readonly id: string;
  readonly caption: string | null;
}

interface GalleryProps {
  /** In their order; the first is the cover. */
  readonly photos: readonly GalleryPhoto[];
  /** The address of a photo by its id. */
  readonly pathOf: (id: string) => string;
}

/** As many are beside and below the large one. */
const inFrame = 4;

/** The photos of a property: a large one with three others in one frame, more in a strip below; each opens by itself. */
export function Gallery({ photos, pathOf }: GalleryProps) {
  const { properties } = useTexts();
  const listed = photos.map(({ id, caption }, index) => (
    <a key={id} href={pathOf(id)}>
      <img
        src={index === 0 ? pathOf(id) : `${pathOf(id)}?size=small`}
        alt={caption ?? properties.photo(index + 1)}
        width={480}
        height={360}
        loading={index < inFrame ? undefined : "lazy"}
      />
    </a>
  ));
  if (listed.length === 0) return null;
  return (
    <div className="grid gap-2">
      <div className="shots">{listed.slice(0, inFrame)}</div>
      {listed.length > inFrame ? (
        <div className="grid grid-cols-[repeat(auto-fill,minmax(96px,1fr))] gap-1">{listed.slice(inFrame)}</div>
      ) : null}
    </div>
  );
}
