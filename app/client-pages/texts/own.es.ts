import type { OwnTexts } from "./own.en.ts";

export const ownEs: OwnTexts = {
  news: { new: "Nuevo", new_version: "Versión nueva" },
  whatIsNew: {
    title: "Nuevo para usted",
    property: "Propiedad",
    document: "Documento",
    more: (count) => `y ${count} más`,
  },
  calendar: {
    title: "Todas las fechas en su calendario",
    text: "Su teléfono o computadora puede mostrar estas fechas y mantenerlas al día.",
    make: "Crear una dirección para mi calendario",
    address:
      "Copie esta dirección en su calendario, donde pide un calendario por dirección (URL). Se muestra durante 10 minutos.",
    open: "Agregar a mi calendario",
    secret: "Quien tenga la dirección ve sus fechas. No la comparta.",
    made: (day) => `Su calendario tiene una dirección desde el ${day}.`,
    renew: "Crear una dirección nueva",
    renewed: "Su dirección nueva está abajo. Una anterior ya no funciona.",
    end: "Terminar la dirección",
    ended: "La dirección ya no funciona.",
  },
  data: {
    title: "Su información",
    copy: "Descargar una copia",
    copyText: "Un archivo con sus datos, sus propiedades, sus fechas y sus documentos.",
    ask: "Pedir que se borre mi información",
    askText: (agent) =>
      `${agent} recibe su solicitud y le responde. La ley exige guardar algunos papeles durante unos años.`,
    asked: (day) => `El ${day} usted pidió que se borre su información. Su agente le responderá.`,
    askedNow: "Su solicitud está enviada. Su agente le responderá.",
    missing: "Estos archivos no se pudieron leer al hacer la copia:",
    missingName: "No incluido.txt",
  },
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
