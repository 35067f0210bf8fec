/** The words of reports in Spanish, folded: without accents and capitals. */
import type { Hazard, Sign } from "./hazards.ts";
import type { Severity } from "./severities.ts";
import type { Words } from "./wording.ts";

type Row = readonly [system: string, severity: Severity, signs: readonly Sign[], plain: string, isLack?: true];
const rows: readonly Row[] = [
  [
    "Alarms",
    "safety",
    [[/\b(?:alarmas?|detectores?|detector) de (?:humo|monoxido)/]],
    "an alarm that warns of fire or gas is missing",
    true,
  ],
  [
    "Electrical",
    "safety",
    [[/\b(?:gfci|gfi|conexion a tierra|puesta a tierra|toma de tierra|tierra fisica|polo a tierra)/]],
    "an outlet does not protect from shock",
    true,
  ],
  [
    "Electrical",
    "safety",
    [
      [
        /\b(?:cables?|cableado|conductores?|alambres?|empalmes?)\b/,
        /\b(?:expuestos?|pelados?|al descubierto|sueltos?|a la vista)\b/,
      ],
    ],
    "wires are within reach",
  ],
  [
    "Electrical",
    "safety",
    [
      [/\bpolaridad (?:invertida|inversa)\b|\bdoble (?:toma|conexion)\b|\bfederal pacific\b|\bzinsco\b/],
      [/\bdos cables\b/, /\b(?:mismo|un solo)\b/],
    ],
    "the wiring is not safe",
  ],
  ["Plumbing", "safety", [[/\b(?:fuga|escape|olor) (?:de|a) gas\b/]], "gas escapes"],
  [
    "Plumbing",
    "repair",
    [[/\b(?:inodoro|sanitario|retrete|excusado)\b/, /\b(?:suelto|flojo|se mueve|gotea|fuga|inestable)/]],
    "a toilet is loose or leaks",
  ],
  ["Plumbing", "major", [[/\bpolibutileno\b/]], "pipes of a plastic that fails without warning"],
  [
    "Heating and cooling",
    "safety",
    [[/\bintercambiador de calor\b/, /\b(?:agrietado|roto|rajado|fisura)/]],
    "the furnace may let exhaust gas into the house",
  ],
  [
    "Exterior",
    "safety",
    [[/\b(?:pasamanos|barandal|baranda|barandilla)/]],
    "people may fall where no rail holds them",
    true,
  ],
  [
    "Exterior",
    "safety",
    [[/\b(?:pasamanos\b|barandal|baranda|barandilla)/, /\b(?:flojo|floja|suelto|suelta|roto|rota|inestable)/]],
    "people may fall where no rail holds them",
  ],
  [
    "Garage",
    "safety",
    [[/\b(?:puerta|abridor)\b/, /\bno (?:invierte|retrocede|se detiene|revierte)/]],
    "the garage door may not stop for a person",
  ],
  [
    "Structure",
    "major",
    [[/\bgrietas? horizontal/], [/\b(?:muro\b|cimiento|pared\b)/, /\b(?:inclinad|desplazad|abombad|hundid)/]],
    "a foundation wall is pushed out of place",
  ],
  ["Pests", "major", [[/\b(?:termitas?|comejen|carcoma)\b/]], "insects that eat wood"],
];

const hazards: readonly Hazard[] = rows.map(([system, severity, signs, plain, isLack = false]) => ({
  system,
  severity,
  signs,
  plain,
  isLack,
}));

export const spanish: Words = {
  hazards,
  parts: [
    { system: "Alarms", pattern: /\b(?:alarmas?|detector(?:es)?) de (?:humo|monoxido)/ },
    { system: "Roof", pattern: /\b(?:techos?|tejados?|tejas?|cubierta|techumbre|azotea|impermeabiliza\w+)\b/ },
    { system: "Roof", pattern: /\b(?:canal(?:eta|on)(?:e?s)?|bajantes?)\b/ },
    { system: "Roof", pattern: /\b(?:tapajuntas|vierteaguas|tragaluz\w*|claraboyas?)\b/ },
    {
      system: "Electrical",
      pattern: /\b(?:electric|panel\b|tablero\b|interruptor(?:es)? automatico|breakers?\b|disyuntor)/,
    },
    { system: "Electrical", pattern: /\b(?:cables?|cableado|alambres?|conductores?|empalmes?)\b/ },
    { system: "Electrical", pattern: /\b(?:enchufes?|tomacorrientes?|tomas? de corriente|contactos?|gfci)\b/ },
    { system: "Electrical", pattern: /\b(?:interruptor(?:es)?|apagador(?:es)?|luces|luz|lampara\w*|luminaria\w*)\b/ },
    { system: "Plumbing", pattern: /\b(?:calentador(?:es)? de agua|calentador|boiler|termo)\b/ },
    { system: "Plumbing", pattern: /\b(?:inodoros?|sanitarios?|retretes?|excusados?)\b/ },
    { system: "Plumbing", pattern: /\b(?:grifos?|llaves? de agua|lavabos?|fregaderos?|lavamanos)\b/ },
    { system: "Plumbing", pattern: /\b(?:duchas?|regaderas?|banera|tina)\b/ },
    {
      system: "Plumbing",
      pattern:
        /\b(?:plomeria|fontaneria|tuberias?|desagues?|drenajes?|sifon|tubos?|agua a presion|presion de agua|gas)\b/,
    },
    {
      system: "Heating and cooling",
      pattern: /\b(?:calefaccion\b|caldera\b|horno de calefaccion\b|radiador|intercambiador\b)/,
    },
    {
      system: "Heating and cooling",
      pattern: /\b(?:aire acondicionado\b|refrigeracion\b|condensador|filtros?\b|ductos?\b|conductos?\b|termostato\b)/,
    },
    { system: "Chimney and fireplace", pattern: /\b(?:chimeneas?|hogar)\b/ },
    { system: "Pests", pattern: /\b(?:termitas?|comejen|roedores?|ratas?|ratones|plagas?|insectos?)\b/ },
    { system: "Environment", pattern: /\b(?:moho|hongos?|asbesto|amianto|radon|plomo)\b/ },
    { system: "Structure", pattern: /\b(?:cimientos?|cimentacion|losas?|sotanos?)\b/ },
    { system: "Structure", pattern: /\b(?:estructura\w*|vigas?|columnas?|muros?|viguetas?|armadura)\b/ },
    {
      system: "Insulation and ventilation",
      pattern: /\b(?:aislamiento\b|aislante\b|aticos?\b|desvan\b|ventilacion\b|extractor|barrera de vapor\b)/,
    },
    { system: "Windows and doors", pattern: /\b(?:ventanas?|vidrios?|cristales?)\b/ },
    { system: "Garage", pattern: /\b(?:garaje|cochera|garage)\b/ },
    { system: "Windows and doors", pattern: /\bpuertas?\b/ },
    { system: "Exterior", pattern: /\b(?:escaleras?|escalones?|pasamanos|barandal\w*|barandillas?|barandas?)\b/ },
    {
      system: "Exterior",
      pattern: /\b(?:terrazas?\b|balcon(?:es)?\b|porche\b|fachadas?\b|revestimientos?\b|estuco\b|exterior|pintura\b)/,
    },
    {
      system: "Appliances",
      pattern:
        /\b(?:lavavajillas\b|lavaplatos\b|estufas?\b|hornos?\b|secadoras?\b|lavadoras?\b|electrodomesticos?\b|refrigerador)/,
    },
    {
      system: "Grounds",
      pattern: /\b(?:jardin|patio|terreno|pendiente|aceras?|entrada de autos|cercas?|arboles?|banqueta)\b/,
    },
    {
      system: "Interior",
      pattern: /\b(?:pisos?\b|suelos?\b|paredes\b|pared\b|cielos? rasos?\b|azulejos?\b|alfombra\b|interior)/,
    },
  ],
  defects: [
    {
      severity: "safety",
      signs: [
        [
          /\b(?:peligros|peligro\b|inseguro?s?\b|insegura?s?\b|riesgo (?:de|electrico)\b|descarga\b|electrocucion\b|incendio\b|quemadura)/,
        ],
      ],
    },
    {
      severity: "major",
      signs: [
        [
          /\b(?:dano estructural\b|ingeniero\b|grave\b|graves\b|severo?s?\b|severa?s?\b|final de su vida\b|vida util\b|fin de su vida\b|hundimiento\b|asentamiento\b|inundacion\b|filtracion(?:es)?\b|colaps|urgente\b|importante\b)/,
        ],
      ],
    },
    {
      severity: "monitor",
      signs: [[/\b(?:vigil|monitore|observar\b|dar seguimiento\b|fisura(?:s)? (?:leve|menor|capilar))/]],
    },
    {
      severity: "maintenance",
      signs: [
        [
          /\b(?:limpi|suci|mantenimiento\b|pintar\b|repintar\b|sellar\b|lubricar\b|llen[ao]s? de (?:hojas|basura)\b|recortar\b|descascar|desprendid\w+ la pintura\b)/,
        ],
      ],
    },
    {
      severity: "repair",
      signs: [
        [
          /\b(?:fugas?\b|gote|rot[oa]s?\b|quebrad|danad|danos?\b|falta(?:n|nte|ntes)?\b|agrietad|grietas?\b|fisuras?\b|floj[oa]s?\b|suelt[oa]s?\b|podrid|oxid|corro|corrosion\b|no (?:funciona|cierra|abre|drena|enciende|responde|esta fij|estan fij|tiene|tienen|hay|opera|sirve)|desconectad|atascad|defect|deficien|inadecuad|incorrect|mal (?:instalad\w+|estado|sellad\w+|conectad\w+)\b|manchas?\b|manchad|humedad(?:es)?\b|desgastad|deteriorad|deterioro\b|obstruid|tapad[oa]s?\b|expuest|necesitan?\b|requieren?\b|debe(?:n)? (?:reparar|reemplazar|corregir|sustituir|cambiar)|moho\b|desprendid|hundid|desnivel|inclinad|empanad|estrellad|carece|sin (?:aislamiento|tapa|ventilacion|sellar|soporte|proteccion|conexion|cubierta)\b)/,
        ],
      ],
    },
  ],
  fine: [
    [
      /\bno se (?:observ|encontr|detect|vieron\b|vio\b|aprecia)|\bsin (?:defectos?\b|danos?\b|problemas?\b|fugas?\b|senales\b|evidencia\b|novedad|observaciones\b)|\b(?:satisfactori|funciona (?:bien|correctamente|normalmente)\b|funcionan (?:bien|correctamente|normalmente)\b|(?:en )?buen(?:as?)? (?:estado|condicion\w*)\b|normal(?:mente)?\b|adecuad|correctamente\b|en orden\b)/,
    ],
  ],
  limits:
    /\b(?:no (?:se pudo|fue posible|se inspecciono|se inspeccionaron|era visible|es visible|accesible)\b|inaccesible\b|limitacion|fuera del alcance\b)/,
  general: [
    [
      /\b(?:este informe|esta inspeccion|el inspector (?:no|debe)|responsabilidad|garantia|normas de practica|alcance de la inspeccion|el cliente (?:debe|acepta)|derechos reservados|se define como|por ejemplo)\b/,
    ],
  ],
  aim: [[/\bpara (?:evitar|prevenir|reducir|impedir)\b/], [/\bdeben? \w+ (?:cada|una vez|dos veces|anualmente)\b/]],
  turn: /;|\b(?:pero|sin embargo|aunque|excepto)\b/,
  advice: [
    [
      /\b(?:se recomienda\b|recomiendo\b|recomendamos\b|debe(?:n)? (?:ser )?(?:repar|reemplaz|correg|sustitu|cambi)|consulte\b|contrate\b|repare\b|reemplace\b)/,
    ],
  ],
  lack: {
    before: /\b(?:no (?:hay|tienen?|cuentan?|existen?|se (?:instalo|instalaron))|sin|faltan?|carecen?|ausencia)\b/,
    after: /\b(?:faltantes?|ausentes?|no (?:instalad|existen?|hay))/,
  },
  again: /^(?:est[aeo]s?|es[aeo]s?|ell[ao]s?|su|sus|dich[ao]s?|ambos|se|haga|hay que|repare|agua)\b/,
  negation: [/\b(?:no hay\b|sin\b|ningun|libre de\b)/],
};
