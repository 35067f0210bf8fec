/** Where a property is. */
export const placeEn = {
  title: "Where it is",
  map: (address: string) => `Map around ${address}`,
  open: "Open in a map",
};

export type PlaceTexts = typeof placeEn;
