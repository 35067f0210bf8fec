import type { LandingTexts } from "./landing.en.ts";

export const landingEs: LandingTexts = {
  foot: {
    license: (number) => `Licencia ${number}`,
    equalHousing: "Igualdad de oportunidades en la vivienda",
    privacy: "Privacidad",
    terms: "Condiciones",
  },
  page: {
    with: (workspace) => `Su agente en ${workspace}`,
    register: "Registrarse",
    contact: "Contacto",
    signIn: "¿Ya es cliente? Entre aquí",
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
  preview: {
    title: "Vista previa.",
    text: "Esta es la página que ve todo el mundo.",
    back: "Volver a los ajustes",
  },
};
