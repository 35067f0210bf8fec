import type { PropertyPhoto } from "../portal-property.ts";
import { useTexts } from "../texts/texts.ts";
import { usePortalPath } from "./portal-frame.tsx";

/** The photos of a property: a large one, then the others in a strip; each opens by itself. */
export function Gallery({ photos }: { photos: readonly PropertyPhoto[] }) {
  const { properties } = useTexts();
  const to = usePortalPath();
  const [cover, ...others] = photos;
  if (cover === undefined) return null;
  return (
    <div className="gallery">
      <a href={to(`/photos/${cover.id}`)}>
        <img src={to(`/photos/${cover.id}`)} alt={cover.caption ?? properties.photo(1)} width={1280} height={960} />
      </a>
      {others.length === 0 ? null : (
        <ul>
          {others.map(({ id, caption }, index) => (
            <li key={id}>
              <a href={to(`/photos/${id}`)}>
                <img
                  src={to(`/photos/${id}?size=small`)}
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
