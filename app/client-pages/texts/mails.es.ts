import type { MailsTexts } from "./mails.en.ts";

export const mailsEs: MailsTexts = {
  title: "Correos que quiere recibir",
  text: "Le enviamos un correo cuando su agente le escribe. Los correos para entrar siempre llegan cuando usted los pide.",
  how: "¿Con qué frecuencia?",
  choices: {
    each: "Poco después de cada novedad",
    daily: "Una vez al día",
    none: "Ningún correo",
  },
  save: "Guardar elección",
  noChoice: "Elija con qué frecuencia quiere recibir correos. No se cambió nada.",
  saved: "Su elección está guardada.",
  of: (workspace, email) => `Correos de ${workspace} para ${email}.`,
  stopped: "Ya no recibirá estos correos.",
  oldTitle: "Este enlace no funciona",
  old: "Abra el enlace de su correo más reciente, o entre y busque en «Sus datos».",
};
