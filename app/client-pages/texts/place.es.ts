import type { PlaceTexts } from "./place.en.ts";

export const placeEs: PlaceTexts = {
  title: "Dónde está",
  map: (address) => `Mapa de los alrededores de ${address}`,
  open: "Abrir en un mapa",
};
