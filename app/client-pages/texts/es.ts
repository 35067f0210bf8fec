import { answers } from "./answers.es.ts";
import { compareEs } from "./compare.es.ts";
import { copyEs } from "./copy.es.ts";
import type { Texts } from "./en.ts";
import { failures } from "./failures.es.ts";
import { numberOf } from "./format.ts";
import { terms } from "./glossary.es.ts";
import { landingEs, landingProblemsEs } from "./landing.es.ts";
import { mailsEs } from "./mails.es.ts";
import { messagesEs } from "./messages.es.ts";
import { ownEs } from "./own.es.ts";
import { placeEs } from "./place.es.ts";
import { plural } from "./plural.ts";
import { releasedEs } from "./released.es.ts";
import { sharing, sharingProblems } from "./sharing.es.ts";
import { wishesEs, wishesProblemsEs } from "./wishes.es.ts";

export const es: Texts = {
  language: { name: "Español", other: "English", code: "es", label: "Idioma" },
  product: "Su búsqueda de casa",
  landing: landingEs,
  nav: {
    label: "Sus páginas",
    home: "Inicio",
    properties: "Propiedades",
    messages: "Mensajes",
    documents: "Documentos",
    me: "Sus datos",
    switch: "Otra búsqueda",
  },
  agent: {
    yours: "Su agente",
    call: (number) => `Llamar al ${number}`,
    message: "Escribir un mensaje",
    email: "Enviar un correo",
  },
  view: {
    title: "Usted ve esto como el cliente.",
    text: (client) => `Este es el portal de ${client}, solo para leer. El historial del cliente anota que usted miró.`,
    back: "Volver al cliente",
    readOnly: "Usted mira el portal como lo ve el cliente. Aquí no se puede cambiar nada.",
  },
  login: {
    title: "Entre a su búsqueda de casa",
    subtitle: "Escriba el correo que su agente usa para usted. Le enviamos un enlace. No necesita contraseña.",
    email: "Correo electrónico",
    send: "Enviarme un enlace",
    demo: (email) => `Esto es una demostración: use ${email}. Sus correos aparecen en la bandeja de salida.`,
  },
  code: {
    title: "Mire su correo",
    sentTo: (email) =>
      `Si su agente ha invitado a ${email}, acabamos de enviarle un correo. Abra el enlace, o escriba aquí los 6 números. Los dos funcionan durante 15 minutos.`,
    sent: "Si usted todavía tiene acceso, acabamos de enviarle un correo. Abra el enlace, o escriba aquí los 6 números. Los dos funcionan durante 15 minutos.",
    code: "Código de 6 números",
    send: "Entrar",
    again: "Enviar otro correo o usar otra dirección",
    outbox: "Abrir la bandeja de salida",
  },
  link: {
    title: "Entre a su búsqueda de casa",
    subtitle: "Pulse el botón para entrar.",
    send: "Entrar",
    usedTitle: "Este enlace ya no funciona",
    used: "Ya se usó, o es demasiado viejo. Cada enlace funciona una vez, por poco tiempo.",
    fresh: "Enviarme un enlace nuevo",
    orLogin: "Entrar con su correo electrónico",
  },
  invitation: {
    shared:
      "Esta búsqueda de vivienda es de todo su hogar. Usted verá todos los mensajes y respuestas, también los de antes, y los demás verán los suyos.",
    title: (workspace) => `${workspace} le invita a su búsqueda de casa`,
    subtitle: "Vea las propiedades elegidas para usted, lo que viene y lo que se le pide. No necesita contraseña.",
    send: "Abrir mi búsqueda",
  },
  workspaces: {
    title: "¿La búsqueda de quién?",
    subtitle: "Usted trabaja con más de una agencia. Elija una; puede cambiarla después.",
  },
  signedOut: {
    title: "Ha salido",
    subtitle:
      "Si otras personas usan este dispositivo, cierre también esta ventana. Algunos navegadores aún muestran la última página con Atrás.",
    again: "Entrar",
  },
  home: {
    title: (firstName) => (firstName === "" ? "¡Le damos la bienvenida!" : `¡Hola, ${firstName}!`),
    subtitle: (agent) => `Lo que ${agent} le pide, y lo que viene.`,
    tasks: "Lo que se le pide",
    noTasks: "Nada por ahora. Aquí aparece cuando hay algo para usted.",
    due: (day) => `Hasta el ${day}`,
    overdue: (day) => `Era hasta el ${day}`,
    about: (property) => `Para ${property}`,
    done: "Hecho",
    markDone: "Marcar como hecho",
    markDoneOf: (title) => `Marcar como hecho: ${title}`,
    undo: "Todavía no",
    undoOf: (title) => `Todavía no está hecho: ${title}`,
    document: "Enviar un documento",
    documentOf: (title) => `Enviar un documento: ${title}`,
    documentText: (agent) => `${agent} ve su documento enseguida. Al enviarlo, esto queda hecho.`,
    documentSent: "Su documento está enviado, y esto queda hecho.",
    backToTasks: "Volver a lo que se le pide",
    next: "Lo que viene",
    noDates: "Todavía no hay fechas. Aquí aparecen las visitas y los plazos.",
    addToCalendar: "Añadir al calendario",
    addToCalendarOf: (what) => `Añadir al calendario: ${what}`,
  },
  dates: {
    showing: (property) => `Visita a ${property}`,
    offers_due: (property) => `Plazo para ofertas por ${property}`,
    offer_expires: (property) => `Termina su oferta por ${property}`,
    inspection_deadline: (property) => `Último día para inspecciones en ${property}`,
    unconfirmed: "Pedida, todavía sin confirmar",
    oneOf: (times) => `la primera de las ${times} fechas que usted pidió, todavía sin confirmar`,
    lasting: (minutes) => `unos ${plural("es", minutes, { one: "minuto", other: "minutos" })}`,
  },
  terms,
  properties: {
    title: "Propiedades de interés",
    subtitle: "Las propiedades que usted y su agente están mirando.",
    all: (count) => (count === 1 ? "Ver todas" : `Ver las ${count}`),
    empty: (agent) => `Todavía no hay propiedades. ${agent} las añade aquí.`,
    size: ({ beds, baths, sqft }) =>
      [
        beds === null ? "" : plural("es", beds, { one: "dormitorio", other: "dormitorios" }),
        baths === null ? "" : plural("es", baths, { one: "baño", other: "baños" }),
        sqft === null ? "" : `${numberOf("es", sqft)} pies²`,
      ]
        .filter((part) => part !== "")
        .join(" · "),
    squareFeet: (figure) => `${figure} pies²`,
    notForMe: "No son para mí",
    yours: "Suya",
    bought: { price: "Precio que pagó", on: "Día del cierre" },
    photo: (number) => `Foto ${number}`,
    facts: "Sobre esta propiedad",
    labels: {
      price: "Precio",
      beds: "Dormitorios",
      baths: "Baños",
      sqft: "Interior",
      lot: "Terreno",
      garages: "Garajes",
      yearBuilt: "Año de construcción",
      hoa: "Cuota de HOA al mes",
      area: "Zona",
      schools: "Escuelas",
    },
    offersDue: (time) => `Las ofertas se reciben hasta el ${time}.`,
    wanted: "¿Cuánto la quiere?",
    priorities: { High: "Mucho", Medium: "Bastante", Low: "Poco" },
    agentSees: (agent) => `${agent} ve lo que usted elige.`,
    agentThinks: (agent, priority) => `Para ${agent}: ${priority}. Su agente ve lo que usted elige.`,
    save: "Guardar",
    saved: "Su elección está guardada.",
  },
  sharing,
  released: releasedEs,
  answers,
  place: placeEs,
  compare: compareEs,
  messages: messagesEs,
  documents: {
    title: "Documentos",
    subtitle: "Los documentos que su agente le muestra.",
    empty: "Todavía no hay documentos.",
    own: "Sobre usted",
    from: (day) => `Del ${day}`,
    cutOff: "Falta la última parte de esta imagen",
    save: "Guardar",
    saveOf: (label) => `Guardar ${label}`,
  },
  me: {
    title: "Sus datos",
    subtitle: "Lo que su agente sabe de usted, y dónde ha entrado.",
    name: "Nombre",
    phone: "Teléfono",
    optional: "Puede dejarlo en blanco.",
    email: "Correo electrónico",
    emailHint: "Usted entra con esta dirección. Para cambiarla, pida ayuda a su agente.",
    language: "Idioma",
    save: "Guardar",
    saved: "Sus datos están guardados.",
    signIns: "Dónde ha entrado",
    thisOne: "Este dispositivo",
    unknownDevice: "Otro dispositivo",
    since: (moment) => `desde el ${moment}`,
    end: "Cerrar",
    endOf: (device) => `Cerrar la sesión: ${device}`,
    ended: "Esa sesión está cerrada.",
    signOut: "Salir",
  },
  own: ownEs,
  copy: copyEs,
  mails: mailsEs,
  wishes: wishesEs,
  form: {
    correct: (count) => (count === 1 ? "Una cosa por corregir" : `${count} cosas por corregir`),
    leaveBlank: "Deje este campo en blanco",
    upTo: (count) => `Hasta ${count} caracteres.`,
    tooLong: (count) => `Esto es demasiado largo. Use ${count} caracteres como máximo.`,
    tooMany: (minutes) =>
      `Demasiados intentos. Inténtelo otra vez en ${plural("es", minutes, { one: "minuto", other: "minutos" })}. El correo más nuevo todavía funciona.`,
    dismiss: "Cerrar",
    message: "Mensaje",
    phoneKept: "Guardamos el teléfono como lo escribió, pero no se puede llamar a ese número. Revíselo, por favor.",
  },
  problems: {
    ...landingProblemsEs,
    ...sharingProblems,
    ...answers.problems,
    ...messagesEs.problems,
    ...wishesProblemsEs,
    enterEmail: "Escriba un correo como nombre@ejemplo.com.",
    enterCode: "Escriba los 6 números del correo.",
    enterName: "Escriba su nombre.",
    choosePriority: "Elija Mucho, Bastante o Poco.",
    undisplayable: "Quite los caracteres que no se pueden mostrar.",
    other: "Esto no se puede guardar así. Revise lo que escribió.",
    wrongCode: "Este código no es correcto, o ya no funciona. Use el correo más nuevo, o pida otro.",
  },
  ...failures,
};
