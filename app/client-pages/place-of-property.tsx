import { useTexts } from "./texts/texts.ts";

/** Where a property is. */
export interface Place {
  /** In one line. */
  readonly address: string;
  /** Whether there is a picture of the map now. */
  readonly hasMap: boolean;
  /** What the map service wants to be read below it. */
  readonly attribution: string | null;
}

type PlaceOfPropertyProps = {
  place: Place;
  /** The address of the picture on our own server. */
  mapPath: string;
};

/**
 * A map around a property where there is one, and a link to the address on a map. The link is one that phones open in the app for
 * maps and computers in the browser; `geo:` does nothing on most computers.
 */
export function PlaceOfProperty({ place: { address, hasMap, attribution }, mapPath }: PlaceOfPropertyProps) {
  const { place } = useTexts();
  return (
    <section className="sec">
      <h2>{place.title}</h2>
      {hasMap ? (
        <figure>
          <img className="w-full h-auto rounded-lg" src={mapPath} alt={place.map(address)} width={640} height={320} />
          {attribution === null ? null : <figcaption className="muted small mt-3">{attribution}</figcaption>}
        </figure>
      ) : null}
      <div className="acts justify-between">
        <span>{address}</span>
        <a
          className="btn"
          href={`https://www.google.com/maps/search/?${new URLSearchParams({ api: "1", query: address })}`}
          rel="noreferrer"
        >
          {place.open}
        </a>
      </div>
    </section>
  );
}
