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

/** As many are in one frame: a large one, and up to three beside it or, on phones, below it. */
const inFrame = 4;

/** The photos of a property: four in one frame, more in a strip below; each opens by itself. */
export function Gallery({ photos, pathOf }: GalleryProps) {
  const { properties } = useTexts();
  const listed = photos.map(({ id, caption }, index) => (
    <a key={id} href={pathOf(id)}>
      <img
        className="size-full"
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
    <div className="gallery">
      <div className="shots">
        {listed[0]}
        {listed.length > 1 ? <div>{listed.slice(1, inFrame)}</div> : null}
      </div>
      {listed.length > inFrame ? <div className="grid grid-cols-4 gap-1">{listed.slice(inFrame)}</div> : null}
    </div>
  );
}
