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

/** The photos of a property: a large one, then the others in a strip; each opens by itself. */
export function Gallery({ photos, pathOf }: GalleryProps) {
  const { properties } = useTexts();
  const [cover, ...others] = photos;
  if (cover === undefined) return null;
  return (
    <div className="gallery">
      <a href={pathOf(cover.id)}>
        <img src={pathOf(cover.id)} alt={cover.caption ?? properties.photo(1)} width={1280} height={960} />
      </a>
      {others.length === 0 ? null : (
        <ul>
          {others.map(({ id, caption }, index) => (
            <li key={id}>
              <a href={pathOf(id)}>
                <img
                  src={`${pathOf(id)}?size=small`}
                  alt={caption ?? properties.photo(index + 2)}
                  width={480}
                  height={360}
                  loading="lazy"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
