import type { LandingTexts, landingProblemsEn } from "./landing.en.ts";

export const landingEs: LandingTexts = {
  foot: {
    about: (workspace) => `Acerca de ${workspace}`,
    license: (number) => `Licencia ${number}`,
    phone: "Teléfono",
    equalHousing: "Igualdad de oportunidades en la vivienda",
    website: "Sitio web",
    privacy: "Privacidad",
    terms: "Condiciones",
  },
  page: {
    with: (workspace) => `Su agente en ${workspace}`,
    register: "Registrarse",
    contact: "Contacto",
    signIn: "¿Ya es cliente? Entre aquí",
    own: "Ir a su búsqueda",
    customers: "Clientes satisfechos",
    questions: "Preguntas frecuentes",
    answers: [
      {
        question: "¿Cuándo puedo empezar a ver propiedades?",
        answer:
          "No se puede empezar a buscar propiedades sin una preaprobación. Una preaprobación es una carta en la que un banco dice cuánto dinero le prestaría.",
      },
      {
        question: "¿Qué propiedades conviene visitar?",
        answer:
          "Visite solo las propiedades que cumplan sus criterios (su presupuesto, el tamaño y la zona que necesita) y que de verdad piense comprar.",
      },
    ],
  },
  which: {
    title: "¿Qué página busca?",
    subtitle: "Escriba el nombre que está al final de la dirección web de su agente.",
    workspace: "Nombre en la dirección",
    hint: "Por ejemplo: evergreen",
    send: "Abrir",
  },
  contact: {
    title: (agent) => `Escriba a ${agent}`,
    subtitle: (workspace) => `Su mensaje llega a ${workspace}. Le responderán por correo o por teléfono.`,
    name: "Nombre",
    email: "Correo electrónico",
    phone: "Teléfono",
    optional: "Puede dejarlo en blanco.",
    message: "Mensaje",
    send: "Enviar el mensaje",
    sentTitle: "Gracias por su mensaje",
    sent: (agent) => `${agent} lo recibió y le responderá.`,
    back: "Volver a la primera página",
  },
  register: {
    title: (workspace) => `Regístrese en ${workspace}`,
    subtitle: (agent) =>
      `Primero le enviamos un correo para comprobar que la dirección es suya. Después ${agent} revisa su solicitud.`,
    agree: {
      both: (workspace) => `Acepto las condiciones y las reglas de privacidad de ${workspace}.`,
      terms: (workspace) => `Acepto las condiciones de ${workspace}.`,
      privacy: (workspace) => `Acepto las reglas de privacidad de ${workspace}.`,
    },
    send: "Registrarse",
    sentTitle: "Revise su correo",
    sent: "Acabamos de enviarle un correo. Abra el enlace que contiene y pulse el botón. El enlace funciona durante 7 días.",
    offTitle: "El registro está cerrado",
    off: (workspace) => `${workspace} no acepta registros aquí. Todavía puede escribir un mensaje.`,
  },
  confirm: {
    title: "Confirme su correo electrónico",
    text: (workspace) => `Pulse el botón para registrarse en ${workspace}.`,
    send: "Confirmar mi dirección",
    welcome: (workspace) => `¡Le damos la bienvenida a ${workspace}!`,
    wait: (agent) =>
      `Su dirección está confirmada. Ahora ${agent} revisa su solicitud. En cuanto la acepte, usted recibirá un correo con un enlace a su propia página.`,
    oldTitle: "Este enlace ya no funciona",
    old: "Es demasiado antiguo o no se copió completo. Regístrese de nuevo para recibir otro.",
  },
  preview: {
    title: "Vista previa.",
    text: "Esta es la página que ve todo el mundo.",
    back: "Volver a los ajustes",
  },
};

export const landingProblemsEs: typeof landingProblemsEn = {
  enterMessage: "Escriba un mensaje.",
  longMessage: "Escriba 4000 caracteres como máximo.",
  agreeFirst: "Marque la casilla si está de acuerdo. Sin eso no puede registrarse.",
  tooManyRequests: "Se enviaron demasiados mensajes desde aquí. Este no se envió. Inténtelo más tarde o llame.",
};
