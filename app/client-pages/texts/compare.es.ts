import type { CompareTexts } from "./compare.en.ts";

export const compareEs: CompareTexts = {
  hint: "Marque de dos a cuatro propiedades para verlas lado a lado.",
  pick: "Comparar",
  send: "Comparar propiedades",
  title: "Lado a lado",
  subtitle: "De dos a cuatro de sus propiedades, una junto a otra.",
  wrongNumber: "Elija dos, tres o cuatro propiedades para comparar.",
  back: "Volver a sus propiedades",
  priority: "Prioridad:",
  badges: { High: "Alta", Medium: "Media", Low: "Baja" },
  own: "Su interés",
  agent: (name) => `Según ${name}`,
  rating: "Su calificación",
  stars: (rating) => `${rating} de 5`,
  unknown: "No se sabe",
  none: "Todavía no",
};
