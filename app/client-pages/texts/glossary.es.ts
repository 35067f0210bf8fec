import type { Texts } from "./en.ts";

export const terms: Texts["terms"] = {
  explain: "¿Qué significa esto?",
  explainWord: (word) => `¿Qué significa «${word}»?`,
  names: {
    showing: "Visita",
    offers_due: "Plazo para ofertas",
    offer_expires: "Fin de la oferta",
    inspection_deadline: "Último día para inspecciones",
    list_price: "Precio de lista",
  },
  showing: "Usted ve la casa con su agente. Puede mirar cada cuarto y hacer preguntas.",
  offers_due: "El vendedor mira las ofertas que llegan hasta entonces.",
  offer_expires: "El vendedor puede aceptar hasta entonces. Después su oferta ya no vale.",
  inspection_deadline: "Hasta entonces un inspector puede revisar la casa y usted puede pedir reparaciones.",
  list_price: "Lo que el vendedor pide por la casa. Una oferta puede ser más alta o más baja.",
  inOffers: {
    title: "Palabras que se usan en las ofertas",
    words: [
      [
        "Avalúo (appraisal)",
        "Una persona enviada por el banco dice cuánto vale la casa. De eso depende cuánto presta el banco.",
      ],
      ["Cierre (closing)", "El día en que usted paga y recibe las llaves."],
      [
        "Contingencia (contingency)",
        "Una condición. Si no se cumple, por ejemplo si el banco no da el préstamo, usted puede retirarse.",
      ],
      [
        "Depósito de buena fe (earnest money)",
        "Dinero que usted paga primero para mostrar que va en serio. Cuenta como parte del precio.",
      ],
      [
        "Depósito en garantía (escrow)",
        "Una oficina neutral guarda el dinero hasta que las dos partes cumplan lo prometido.",
      ],
      ["Asociación de propietarios (HOA)", "Cuida lo que los vecinos comparten, y cobra cuotas por eso."],
      ["Preaprobación (pre-approval)", "Una carta en la que un banco dice cuánto le prestaría."],
      [
        "Crédito del vendedor (seller credit)",
        "Dinero que el vendedor le da en el cierre, muchas veces en lugar de una reparación.",
      ],
    ],
  },
};
