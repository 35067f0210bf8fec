import type { wishCopyEn, wishesEn, wishesProblemsEn } from "./wishes.en.ts";

export const wishesEs: typeof wishesEn = {
  title: "Lo que usted busca",
  subtitle: (agent) => `${agent} busca casas con esto en mente. Deje en blanco lo que no le importa.`,
  none: "Todavía no hay nada anotado. Diga lo que necesita y su agente lo buscará.",
  budgetIn: (currency) => `Presupuesto, como máximo (${currency})`,
  labels: {
    minBeds: "Dormitorios, como mínimo",
    minBaths: "Baños, como mínimo",
    minLotSize: "Terreno en pies cuadrados, como mínimo",
    minGarages: "Lugares de garaje, como mínimo",
    preferredAreas: "Zonas que le gustan",
    propertyTypes: "Tipos de vivienda",
  },
  facts: {
    budget: "Presupuesto",
    minBeds: "Dormitorios",
    minBaths: "Baños",
    minLotSize: "Terreno",
    minGarages: "Lugares de garaje",
    preferredAreas: "Zonas que le gustan",
    propertyTypes: "Tipos de vivienda",
  },
  hints: {
    budget: "Por ejemplo 650,000.",
    minBaths: "Un medio baño no tiene tina ni ducha. Por ejemplo 2.5.",
    preferredAreas: "Una en cada línea.",
    propertyTypes: "Uno en cada línea, por ejemplo casa, casa adosada o apartamento.",
  },
  remarkHint: (agent) => `Cualquier otra cosa que ${agent} deba saber. Puede dejarlo en blanco.`,
  orMore: (figure) => `${figure} o más`,
  change: "Cambiar",
  changeAgain: "Ver o cambiar lo que envió",
  stillWaiting: (agent) => `Esto es lo que usted envió a ${agent}. Todavía puede cambiarlo.`,
  waiting: (agent, day) => `Usted pidió cambios el ${day}. Primero los revisa ${agent}.`,
  outcomes: {
    accepted: (agent, day) => `${agent} hizo sus cambios el ${day}.`,
    partly: (agent, day) => `${agent} hizo algunos de sus cambios el ${day}.`,
    dismissed: (agent, day) => `${agent} lo dejó como estaba el ${day}. Pregunte si quiere saber por qué.`,
  },
  sent: "Sus cambios están enviados.",
  unchanged: "No hay nada que cambiar.",
  back: "Volver a sus datos",
};

export const wishesProblemsEs: typeof wishesProblemsEn = {
  enterBudget: "Escriba el presupuesto como un solo número, por ejemplo 650,000.",
  otherCurrency:
    "Escriba el presupuesto en la moneda que indica el campo. Para cambiar la moneda, escríbale a su agente abajo.",
  enterCount: "Escriba un número entero de 0 a 99.",
  enterBaths: "Escriba un número de 0 a 99, por ejemplo 2 o 2.5.",
  enterLot: "Escriba un número de pies cuadrados, por ejemplo 4,000.",
};

export const wishCopyEs: typeof wishCopyEn = {
  min_beds: "Recámaras, al menos",
  min_baths: "Baños, al menos",
  min_lot_size: "Terreno, al menos (pies²)",
  min_garages: "Garajes, al menos",
  preferred_areas: "Zonas",
  property_types: "Tipos de casa",
};
