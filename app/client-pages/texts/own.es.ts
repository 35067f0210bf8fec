import type { OwnTexts } from "./own.en.ts";

export const ownEs: OwnTexts = {
  news: { new: "Nuevo", new_version: "Versión nueva" },
  summary: {
    title: "Resumen",
    of: (label) => `Resumen de ${label}`,
    read: "Leer el resumen",
    readOf: (label) => `Leer el resumen de ${label}`,
    page: (page) => `Página ${page}`,
    origins: {
      extract: "Estas frases están en el documento mismo. Su agente las ha aprobado.",
      model: "Una computadora escribió estos puntos a partir del documento. Su agente los ha aprobado.",
    },
    advice: "Lea el documento mismo antes de decidir.",
    open: "Abrir el documento",
  },
  upload: {
    title: "Envíenos un documento",
    text: (agent) => `Por ejemplo, su carta de preaprobación. ${agent} la ve enseguida.`,
    preApproval: "Una carta de preaprobación es una carta del banco que dice cuánto le prestaría.",
    file: "Su archivo",
    hint: (size) => `Una foto o un PDF, hasta ${size}.`,
    send: "Enviar documento",
    sent: "Su documento está enviado.",
    choose: "Primero elija un archivo.",
    failed: (name, size) =>
      `No pudimos guardar ${name}. Un archivo puede tener hasta ${size}, y puede enviar 20 al día. Pruebe con uno más pequeño, o envíelo a su agente por correo.`,
    later: (name) => `No pudimos guardar ${name} en este momento. Intente otra vez en un minuto.`,
  },
};
