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

/** As many are in one frame: a large one, and three beside it or, on phones, below it. */
const inFrame = 4;

/** The last of two or three in the frame takes the place of those that are not there. */
const lasts = [
  "row-span-3 col-span-2 max-md:row-span-2 max-md:col-span-3",
  "row-span-3 max-md:row-span-1 max-md:col-span-3",
  "row-span-2 max-md:row-span-1 max-md:col-span-2",
];

/** The photos of a property: four in one frame, more in a strip below; each opens by itself. */
export function Gallery({ photos, pathOf }: GalleryProps) {
  const { properties } = useTexts();
  const listed = photos.map(({ id, caption }, index) => {
    const first = index === 0 ? "row-span-3 max-md:row-span-1 max-md:col-span-3" : undefined;
    return (
      <a key={id} href={pathOf(id)} className={index === photos.length - 1 ? (lasts[index] ?? first) : first}>
        <img
          className="size-full"
          src={index === 0 ? pathOf(id) : `${pathOf(id)}?size=small`}
          alt={caption ?? properties.photo(index + 1)}
          width={480}
          height={360}
          loading={index < inFrame ? undefined : "lazy"}
        />
      </a>
    );
  });
  if (listed.length === 0) return null;
  return (
    <div className="grid gap-2">
      <div className="shots">{listed.slice(0, inFrame)}</div>
      {listed.length > inFrame ? <div className="grid grid-cols-4 gap-1">{listed.slice(inFrame)}</div> : null}
    </div>
  );
}
