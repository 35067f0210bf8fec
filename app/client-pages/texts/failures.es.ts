import type { FailureTexts } from "./failures.en.ts";

export const failures: FailureTexts = {
  notices: {
    "already-sent": {
      title: "Ya se envió.",
      text: "Esto se envió antes. Mire la página otra vez antes de enviarlo de nuevo.",
    },
    running: { title: "Se está guardando.", text: "Espere un momento y mire la página otra vez." },
    unknown: {
      title: "Sin confirmar.",
      text: "No sabemos si se guardó. Mire la página otra vez antes de enviarlo de nuevo.",
    },
    changed: {
      title: "Esto ha cambiado.",
      text: "Otra persona lo cambió mientras tanto. Mire la página otra vez y envíelo de nuevo.",
    },
    elsewhere: {
      title: "No se guardó nada.",
      text: "Esta página es de otra sesión. Ábrala otra vez y envíelo de nuevo.",
    },
    failed: { title: "No funcionó.", text: "No se guardó nada. Inténtelo otra vez en un minuto." },
    used: { title: "Este enlace ya no funciona.", text: "Pida uno nuevo." },
    parked: {
      title: "Todavía sin enviar.",
      text: "Lo que escribió antes de salir, o de cambiar, está aquí otra vez: mírelo y envíelo.",
    },
  },
  chooseAgain: (names) => `Los archivos no se guardan. Elija otra vez: ${names.join(", ")}.`,
  errors: {
    notFound: { title: "No encontramos esta página", text: "Revise la dirección, o vuelva a su búsqueda." },
    dealOver: {
      title: "Esta propiedad ya no está en su búsqueda",
      text: "Ya no recibe solicitudes de visita ni respuestas. Escriba a su agente si tiene una pregunta sobre ella.",
    },
    bought: {
      title: "Esta casa es suya",
      text: "La compra está hecha, así que ya no hay nada que responder. Todo sobre la casa sigue aquí.",
      look: "Ver su casa",
    },
    elsewhere: {
      title: "No se envió nada",
      opened: (household, workspace) => `Esta página se abrió en la búsqueda de ${household}, ${workspace}.`,
      openedUnknown: "Esta página se abrió en una búsqueda a la que usted ya no tiene acceso.",
      openedByOther: "Esta página la abrió otra persona que había entrado aquí.",
      now: (household) => `Ahora tiene abierta la de ${household}.`,
      kept: "Lo que escribió se guarda 30 minutos: vuelva a la otra búsqueda, mírelo y envíelo.",
      typed: "Lo que escribió",
      files: (names) => `Archivos que no se enviaron: ${names.join(", ")}`,
    },
    refused: { title: "Esto no es posible aquí", text: "Vuelva a su búsqueda." },
    tooLong: {
      title: "Es demasiado largo",
      text: "Lo que escribió es demasiado largo para un formulario. Acórtelo y envíelo otra vez.",
    },
    failed: { title: "Algo salió mal", text: "Nada de lo que guardó se ha perdido. Inténtelo otra vez en un minuto." },
    notOffered: {
      title: "Aquí no hay portal para clientes",
      text: "El servicio conectado no ofrece un portal para clientes. Pregunte a su agente cómo comunicarse.",
    },
    noAccess: {
      title: "Su búsqueda está cerrada",
      text: "Ya no tiene acceso con esta sesión. Pida a su agente una invitación nueva.",
    },
    archived: {
      title: "Su búsqueda está cerrada",
      text: (agent, workspace) =>
        `${workspace} ha guardado su búsqueda. Si quiere seguir buscando, pregunte a ${agent}.`,
    },
    home: "Ir a su búsqueda",
    again: "Intentar otra vez",
  },
};
