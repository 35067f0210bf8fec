import type { DeviceTexts, deviceProblemsEn } from "./device.en.ts";

export const deviceEs: DeviceTexts = {
  title: "Mensajes en este dispositivo",
  text: "Este teléfono o computadora puede avisarle cuando su agente le escribe, también con esta página cerrada.",
  open: "Elegir para este dispositivo",
  subtitle: "Termina cuando usted cierra la sesión aquí.",
  names: "Mostrar nombres",
  namesHint: "El nombre de su agente, también en la pantalla bloqueada.",
  quietFrom: "Sin avisos desde",
  quietHint: (workspace) => `Según el reloj de ${workspace}. Lo que llega en esas horas se muestra por la mañana.`,
  quietUntil: "Sin avisos hasta",
  noQuiet: "Nunca",
  switchOn: "Activar",
  save: "Guardar",
  switchOff: "Desactivar en este dispositivo",
  saved: "Este dispositivo muestra los mensajes de su agente.",
  ended: "Este dispositivo ya no muestra mensajes.",
  needsScripts: "Para esto su navegador debe permitir scripts, y no los permite.",
  says: {
    unable:
      "Su navegador no puede hacerlo. En un iPhone o iPad, primero agregue esta página a la pantalla de inicio (Compartir, Agregar a inicio) y ábrala desde allí.",
    denied:
      "Su navegador lo bloquea. Permita las notificaciones de este sitio en sus ajustes y vuelva a cargar esta página.",
    lost: "Su navegador ya no muestra los mensajes. Guarde abajo para verlos de nuevo.",
    failed: "Su navegador no pudo hacerlo. No se cambió nada. Revise su conexión e inténtelo de nuevo.",
  },
};

export const deviceProblemsEs: typeof deviceProblemsEn = {
  noBrowser:
    "Su navegador no dio una dirección para los mensajes. Para activarlo debe permitir scripts, y no los permite.",
};
