/** How long it is remembered that a service lacks or offers something, in milliseconds: a new version of it may lack more. */
const remembered = { lacking: 60 * 60_000, offered: 60_000 };

/** Bounds of the memory: the paths of the app's calls are fewer, and so is what it asks for at each. */
const most = { places: 200, features: 60 };

interface Knowledge {
  readonly isOffered: boolean;
  /** By the clock, in milliseconds. */
  readonly until: number;
}

/**
 * What a service is known to offer of what calls can do without. A feature is a part of a query, as in
 * "page[count]", "include=people" or "sort=-updated_at", at a path.
 */
export class ServiceFeatures {
  /** The place that was used last is the last one. */
  readonly #places = new Map<string, Map<string, Knowledge>>();
  readonly #now: () => number;

  /** @param now milliseconds of a clock that only goes forward */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether the service offers it; null where that is not known. */
  offers(path: string, feature: string): boolean | null {
    const knowledge = this.#places.get(placeOf(path))?.get(feature);
    return knowledge === undefined || knowledge.until <= this.#now() ? null : knowledge.isOffered;
  }

  note(path: string, features: readonly string[], isOffered: boolean): void {
    if (features.length === 0) return;
    const place = placeOf(path);
    const known = this.#places.get(place) ?? new Map<string, Knowledge>();
    this.#places.delete(place);
    this.#places.set(place, known);
    for (const feature of features) {
      known.delete(feature);
      known.set(feature, { isOffered, until: this.#now() + (isOffered ? remembered.offered : remembered.lacking) });
    }
    dropOldest(known, most.features);
    dropOldest(this.#places, most.places);
  }

  /** All that the service is known not to offer at a path. */
  lacking(path: string): string[] {
    const features = [...(this.#places.get(placeOf(path))?.keys() ?? [])];
    return features.filter((feature) => this.offers(path, feature) === false);
  }
}

function dropOldest(map: Map<string, unknown>, atMost: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= atMost) return;
    map.delete(oldest);
  }
}

/** What a service offers for one record, it offers for all. */
function placeOf(path: string): string {
  return path.replace(/(?<=\/)[^/]+/g, (segment) => (/^[a-z_]+$/.test(segment) ? segment : ":id"));
}
