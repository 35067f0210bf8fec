import { href } from "react-router";
import { Photo } from "../ui/photo.tsx";

/** Photos beside the first one. */
export const mostBeside = 3;

type PhotoMosaicProps = {
  packageId: string;
  /** The first photo, and those beside it, at most `mostBeside`; paths on our own server. */
  cover: string | null;
  pictures: readonly string[];
  /** How many photos the property has; null where the service keeps none. */
  count: number | null;
  canUpdate: boolean;
};

/** The first photos of a property in one box, and the way to all of them. */
export function PhotoMosaic({ packageId, cover, pictures, count, canUpdate }: PhotoMosaicProps) {
  const label = count === 0 ? "Add photos" : count === 1 ? "1 photo" : `${count} photos`;
  const all = [cover, ...pictures];
  return (
    <div className="mosaic relative grid h-[172px] w-[272px] flex-none grid-cols-[minmax(0,2fr)_minmax(0,1fr)] grid-rows-3 gap-0.25 overflow-clip rounded-lg max-sm:-mx-2 max-sm:block max-sm:aspect-[16/9] max-sm:h-auto max-sm:w-auto max-sm:flex-[1_0_100%] max-sm:rounded-none">
      {all.map((picture, place) => (
        <Photo
          key={picture}
          picture={picture}
          className={`photo size-full rounded-none ${areaOf(place, all.length)}`}
        />
      ))}
      {count === null || (count === 0 && !canUpdate) ? null : (
        <a
          className="btn absolute right-1 bottom-1 min-h-[28px] text-0"
          href={href("/packages/:packageId/photos", { packageId })}
        >
          {label}
        </a>
      )}
    </div>
  );
}

/** In two columns and three rows: the first photo fills the left one, the last one what is left. On phones the first is alone. */
function areaOf(place: number, count: number): string {
  if (place === 0) return count === 1 ? "row-span-3 col-span-2" : "row-span-3";
  const rows = place < count - 1 ? "" : ["", "row-span-3", "row-span-2"][place];
  return `max-sm:hidden ${rows ?? ""}`.trim();
}
