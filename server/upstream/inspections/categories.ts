/** What reports call their kinds of findings: these are the severities, and no words of ours. */
import { type Severity, severities } from "./severities.ts";

export interface Category {
  /** Null: nothing is wrong, or it was not looked at. */
  readonly severity: Severity | null;
  /** It says that something is wrong, but not how bad that is. */
  readonly isGeneral: boolean;
}

const names: readonly { readonly severity: Severity | null; readonly isGeneral?: true; readonly pattern: RegExp }[] = [
  {
    severity: null,
    pattern:
      /^(?:inspected|not inspected|not present|not applicable|not visible|not tested|n\/?a|none|none noted|satisfactory|sat|good|excellent|ok|okay|acceptable|functional|functioning(?: as intended)?|serviceable|appears (?:serviceable|functional|satisfactory)|operational|normal|pass|passed|passes|yes|present|fine|no (?:action|defects?|deficienc\w+|issues?|concerns?|repairs?)(?: needed| noted| observed| required)?|adequate|performing|performing as intended|working|new|info|information|informational|fyi|general|limitation|limitations|deferred|comment|note|in|ni|np|i|inspeccionado|satisfactorio|bueno|correcto|aceptable)$/,
  },
  {
    severity: "safety",
    pattern:
      /^(?:(?:potential |immediate |life |fire |health |personal |electrical )?safety(?: (?:hazard|issue|concern|item|defect|deficiency|problem|risk|related|upgrade|repair|first|alert|matter))?s?|(?:potential |immediate |serious |health |life )?hazard(?:ous)?(?: (?:condition|item))?s?|unsafe(?: condition)?s?|danger(?:ous)?|health|health (?:concern|issue)s?|sh|saf|safe|riesgo(?: de seguridad)?|peligro|(?:riesgo |problema )?(?:de )?seguridad|urgent safety)$/,
  },
  {
    severity: "major",
    pattern:
      /^(?:major|(?:major|material|significant|serious|critical|structural|severe|costly)(?: (?:defect|concern|issue|item|deficiency|repair|problem|expense|system|component))?s?|critical|urgent|immediate(?: (?:attention|action|concern|repair|correction))?(?: required| needed| item)?s?|high priority|priority 1|end of life|near end of life|past (?:service )?life|replace soon|big ticket(?: items?)?|budget|md|maj|mayor|grave|defecto mayor|importante|urgente)$/,
  },
  {
    severity: "monitor",
    pattern:
      /^(?:monitor(?:ing)?(?: (?:item|only|this|condition))?s?|watch|observe|observation only|keep an eye|monitor over time|mon|vigilar|monitorear|observar)$/,
  },
  {
    severity: "maintenance",
    pattern:
      /^(?:(?:routine |general |homeowner |home |minor |regular |preventive |deferred )?maintenance(?: (?:item|needed|issue|tip|required|recommended|concern|note|repair))?s?|upkeep|cosmetic(?: (?:issue|item|defect|concern))?s?|minor(?: (?:item|issue|concern|defect|repair|maintenance))?s?|improve(?:ment)?s?|(?:suggested |recommended )?(?:improvement|upgrade)s?|upgrade|housekeeping|service|clean(?:ing)?|handyman(?: item)?s?|diy|maint|mm|low priority|priority 3|mantenimiento|menor|mejora)$/,
  },
  {
    severity: "repair",
    pattern:
      /^(?:(?:recommended |recommend |needs |need |minor |moderate |suggested )?(?:repairs?|corrections?|replacement|action)(?: (?:item|needed|required|recommended))?s?|recommendations?|recommended|moderate(?: (?:concern|issue|defect))?s?|marginal|further evaluation(?: needed| recommended| required)?|evaluat(?:e|ion)(?: needed| recommended)?|specialist|improper(?: installation)?|medium priority|priority 2|attention|attention (?:item|needed|required)s?|needs attention|fair|worn|reparacion|reparar|recomendacion|atencion)$/,
  },
  {
    severity: "repair",
    isGeneral: true,
    pattern:
      /^(?:deficien(?:t|cy|cies)|(?:functional |component |system )?defect(?:ive|s)?(?: item)?s?|repair ?(?:or|\/|and|&) ?replace(?:ment)?|replace|poor|fail|failed|fails|no|not (?:ok|functional|functioning|operational|working|acceptable|performing)|inoperable|inoperative|concern|concerns|issue|issues|problem|problems|unsatisfactory|unacceptable|unsat|action items?|correct|to do|red flag|below average|d|def|rr|r\/r|rep|deficiencia|defecto|deficiente|malo)$/,
  },
];

/** In phrases where they stand for a degree. */
const degrees: Readonly<Record<string, Severity>> = {
  high: "major",
  severe: "major",
  highest: "major",
  critical: "major",
  "1": "major",
  medium: "repair",
  moderate: "repair",
  med: "repair",
  mod: "repair",
  "2": "repair",
  low: "maintenance",
  minor: "maintenance",
  "3": "maintenance",
  alta: "major",
  media: "repair",
  baja: "maintenance",
};

/** Without icons, brackets and the like around it. */
function bareOf(phrase: string): string {
  const from = Math.max(0, phrase.search(/[\p{L}\p{N}]/u));
  let to = phrase.length;
  while (to > from && !/[\p{L}\p{N}]/u.test(phrase.charAt(to - 1))) to -= 1;
  return phrase.slice(from, to);
}

/** What a phrase stands for, of several the worst; null where it is no category. @param phrase folded @param isDegree after "Priority:" */
export function categoryOf(phrase: string, isDegree = false): Category | null {
  if (phrase.length > 80) return null;
  const bare = bareOf(phrase)
    .replace(/\s+/g, " ")
    .replace(/\brepair ?(?:or|\/|and|&) ?replace\b/, "rr");
  if (bare.length === 0 || bare.length > 60) return null;
  const whole = named(bare, isDegree);
  if (whole !== null) return whole;
  const parts = bare.split(/[,/&+;|-]|\band\b|\bor\b/).map((part) => named(part.trim(), isDegree));
  if (parts.length < 2 || parts.some((part) => part === null)) return null;
  const known = parts.filter((part) => part !== null);
  const wrong = known.filter(({ severity }) => severity !== null);
  return wrong.toSorted((one, other) => rankOf(one) - rankOf(other))[0] ?? known[0] ?? null;
}

/** What is said in general is said less than anything else. */
function rankOf({ severity, isGeneral }: Category): number {
  return (severity === null ? severities.length : severities.indexOf(severity)) + (isGeneral ? 0.5 : 0);
}

function named(text: string, isDegree: boolean): Category | null {
  const degree = isDegree ? degrees[text.replace(/ priority$/, "")] : undefined;
  if (degree !== undefined) return { severity: degree, isGeneral: false };
  const found = names.find(({ pattern }) => pattern.test(text));
  return found === undefined ? null : { severity: found.severity, isGeneral: found.isGeneral ?? false };
}

/** The label of a category in a line of its own: "Severity: Major". */
const label =
  /^(?:category|severity|priority|rating|type|class(?:ification)?|status|condition|level|urgency|importance|comments?|result|finding type|defect type|overall|rank|risk(?: level)?|categoria|severidad|prioridad|gravedad|condicion|estado)\s*[:\u2013\u2014-]\s*/;

/** What a whole line says, with or without "Severity:". @param line folded */
export function lineCategory(line: string): Category | null {
  const bare = line.replace(/^[^\p{L}\p{N}]+/u, "");
  const [prefix] = label.exec(bare) ?? [];
  return prefix === undefined ? categoryOf(bare) : categoryOf(bare.slice(prefix.length), true);
}
