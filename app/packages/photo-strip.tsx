import { href } from "react-router";
import { LinkButton } from "../ui/button.tsx";
import { Photo } from "../ui/photo.tsx";

/** Photos in the strip, besides the cover, which the head of the page shows. */
export const mostInStrip = 5;

type PhotoStripProps = {
  packageId: string;
  /** Pictures of the photos behind the cover, at most `mostInStrip` of them; paths on our own server. */
  pictures: readonly string[];
  /** How many photos the property has, with the cover. */
  count: number;
  canUpdate: boolean;
};

/** The first photos of a property, and the way to all of them. */
export function PhotoStrip({ packageId, pictures, count, canUpdate }: PhotoStripProps) {
  if (count === 0 && !canUpdate) return null;
  const label = count === 0 ? "Add photos" : count === 1 ? "1 photo" : `${count} photos`;
  return (
    <div className="photo-strip actions gap-2">
      {pictures.map((picture) => (
        <Photo key={picture} large picture={picture} />
      ))}
      <LinkButton href={href("/packages/:packageId/photos", { packageId })} look="quiet">
        {label}
      </LinkButton>
    </div>
  );
}
