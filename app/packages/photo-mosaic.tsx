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
  return (
    <div className="mosaic">
      {[cover, ...pictures].map((picture) => (
        <Photo key={picture} picture={picture} />
      ))}
      {count === null || (count === 0 && !canUpdate) ? null : (
        <a className="btn" href={href("/packages/:packageId/photos", { packageId })}>
          {label}
        </a>
      )}
    </div>
  );
}
