import type { Texts } from "./en.ts";

export const sharing: Texts["sharing"] = {
  subtitle: (workspace) =>
    workspace === null
      ? "Alguien ha compartido una propiedad con usted."
      : `${workspace} ha compartido una propiedad con usted.`,
  press: "Pulse el botón para verla. No necesita una cuenta.",
  open: "Abrir",
  passcode: "Clave",
  passcodeHint: "Pídala a la persona que le envió el enlace.",
  withYou: "Compartido con usted",
  ask: "Pregunte por esta propiedad",
  facts: "Sobre esta propiedad",
  documents: "Documentos",
  summary: "Resumen",
  summaryOf: (label) => `Resumen de ${label}`,
  save: "Descargar",
  saveOf: (label) => `Descargar ${label}`,
  notShown: "No se puede ver aquí",
  cutOff: "Falta la última parte de esta imagen",
  more: "Más documentos",
  earlier: "Documentos anteriores",
  back: "Volver a la propiedad",
  page: (number) => `Página ${number}`,
  points: "Puntos",
  origins: {
    extract: "Frases importantes, citadas del documento y aprobadas por el agente.",
    model: "Una inteligencia artificial escribió estos puntos a partir del documento, y el agente los aprobó.",
  },
  readItself: "Lea el documento mismo antes de decidir.",
  endings: {
    unknown: {
      title: "No encontramos este enlace",
      text: "Revise que copió la dirección completa, o pida una nueva a la persona que lo compartió.",
    },
    revoked: {
      title: "Este enlace ya no funciona",
      text: "La persona que lo compartió lo ha desactivado. Pídale uno nuevo.",
    },
    expired: {
      title: "Este enlace ya no funciona",
      text: "Ha vencido. Pida uno nuevo a la persona que lo compartió.",
    },
  },
  notFound: {
    title: "No encontramos esta página",
    text: "Revise la dirección, o pregunte a la persona que se la envió.",
  },
  notAllowed: {
    title: "Este enlace ya no lo permite",
    text: "Pregunte a la persona que se lo envió.",
  },
  refused: { title: "Esto no es posible aquí", text: "Abra otra vez el enlace del mensaje que recibió." },
};

export const sharingProblems = {
  enterPasscode: "Escriba la clave.",
  wrongPasscode: "Esa clave no es correcta.",
  tooManyPasscodes: "Demasiadas claves incorrectas. Inténtelo otra vez en una hora.",
};
