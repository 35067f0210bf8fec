/** Reports of invented houses in eight layouts, three of each, with what is known to be found in them. */
import { fineSentences, type KnownDefect, knownDefects } from "./defects.ts";
import { Paper } from "./paper.ts";

export interface MadeReport {
  readonly name: string;
  readonly file: { readonly kind: "pdf" | "text"; readonly bytes: Uint8Array<ArrayBuffer> };
  readonly known: readonly KnownDefect[];
}

type Made = Uint8Array<ArrayBuffer> | string;
type Layout = (variant: number, known: readonly KnownDefect[]) => Made | Promise<Made>;

/** By section, in the order of a walk. */
function bySection(known: readonly KnownDefect[]): readonly (readonly [string, readonly KnownDefect[]])[] {
  return Object.keys(fineSentences).map((section) => [section, known.filter((defect) => defect.section === section)]);
}

const fine = (section: string, place: number) =>
  fineSentences[section]?.[place % (fineSentences[section]?.length ?? 1)] ?? "";

const words: readonly Readonly<Record<string, string>>[] = [
  {
    safety: "Safety Hazard",
    major: "Major Defect",
    repair: "Recommendation",
    maintenance: "Maintenance Item",
    monitor: "Monitor",
  },
  {
    safety: "Safety Concern",
    major: "Significant Defect",
    repair: "Repair Needed",
    maintenance: "Minor / Maintenance",
    monitor: "Monitor",
  },
  {
    safety: "Safety",
    major: "Major Concern",
    repair: "Moderate",
    maintenance: "Routine Maintenance",
    monitor: "Monitor",
  },
];
const wordOf = (variant: number, { severity }: KnownDefect) => words[variant]?.[severity] ?? severity;

const keys: readonly string[] = [
  "Maintenance Item: Items that need routine upkeep. Recommendation: Components that are not functioning as intended and should be corrected. Safety Hazard: Conditions that pose a risk of injury.",
  "Safety Concern = a condition that could hurt somebody. Significant Defect = a system that is significantly deficient.",
  "",
];

const standards =
  "The inspector shall inspect the readily accessible systems. The inspector is not required to move furniture, to predict the life of components, or to report cosmetic damage. This report is for the exclusive use of the client and is no warranty against leaks or hidden defects.";

function front(paper: Paper, title: string): void {
  paper.say(title, { size: 18, bold: true, gap: 14 });
  paper.say("47 Hollow Oak Drive, Yakima, WA 98902", { size: 11 });
  paper.say("Prepared for: Dana and Luis Whitfield");
  paper.turn();
}

function back(paper: Paper): void {
  paper.turn();
  paper.say("Standards of Practice", { size: 14, bold: true });
  paper.say(standards);
}

async function cards(variant: number, known: readonly KnownDefect[]) {
  const paper = new Paper("Blue Heron Inspections");
  front(paper, "Home Inspection Report");
  if (variant !== 2) {
    paper.say(variant === 0 ? "How to read this report" : "KEY", { size: 14, bold: true });
    paper.say(keys[variant] ?? "");
    paper.say("Summary", { size: 14, bold: true });
    for (const [index, defect] of known.entries())
      paper.say(`${index + 1}. ${defect.section} - ${defect.component}: ${defect.title}`, { gap: 2 });
    paper.turn();
  }
  for (const [index, [section, found]] of bySection(known).entries()) {
    paper.say(variant === 1 ? section.toUpperCase() : `${index + 2}. ${section}`, { size: 16, bold: true });
    paper.say("Information", { size: 12, bold: true });
    paper.say(fine(section, variant));
    for (const [place, defect] of found.entries()) {
      if (paper.room < 130) paper.turn();
      const number = `${index + 2}.${place + 1}.${variant + 1}`;
      if (variant === 0) {
        paper.say(`${number} ${defect.component}`, { size: 12, bold: true });
        paper.say(defect.title.toUpperCase(), { bold: true, gap: 2 });
        paper.say(defect.place.toUpperCase(), { gap: 2 });
        paper.say(wordOf(variant, defect), { gap: 8 });
        paper.say(defect.text);
        paper.say("Recommendation", { gap: 2 });
        paper.say("Contact a qualified professional.");
      } else if (variant === 1) {
        paper.say(`${number} - ${defect.component}`, { size: 12, bold: true });
        paper.say(wordOf(variant, defect), { bold: true, gap: 4 });
        paper.say(defect.title, { bold: true, gap: 4 });
        paper.say(`Location: ${defect.place}`, { gap: 4 });
        paper.say(defect.text);
      } else {
        paper.say(`${number} ${defect.title}`, { size: 11, bold: true, gap: 4 });
        paper.say(`Severity: ${wordOf(variant, defect)}`, { gap: 2 });
        paper.say(`Location: ${defect.place}`, { gap: 2 });
        paper.say(`Description: ${defect.text}`, { gap: 2 });
        paper.say("Recommended action: Have a licensed contractor evaluate and repair.");
      }
    }
  }
  back(paper);
  return paper.bytes();
}

async function items(variant: number, known: readonly KnownDefect[]) {
  const paper = new Paper("Stonegate Home Inspections LLC");
  front(paper, "Inspection Report");
  paper.say("Comment Key or Definitions", { size: 13, bold: true });
  paper.say(
    "Inspected (IN) = I visually observed the item and if no other comments were made then it appeared to be functioning as intended. Not Inspected (NI) = I did not inspect this item. Repair or Replace (RR) = The item, component or unit is not functioning as intended, or needs further inspection by a qualified contractor.",
  );
  for (const [index, [section, found]] of bySection(known).entries()) {
    paper.say(`${index + 1}. ${variant === 2 ? section : section.toUpperCase()}`, { size: 14, bold: true });
    paper.say(fine(section, variant));
    const components = Map.groupBy(found, ({ component }) => component);
    let place = 0;
    for (const [component, ofComponent] of components) {
      paper.say(`${index + 1}.${place} ${variant === 1 ? component : component.toUpperCase()}`, { bold: true, gap: 3 });
      place += 1;
      if (variant === 2) paper.say("Repair or Replace", { gap: 4 });
      else
        paper.say(variant === 0 ? "Comments: Repair or Replace" : "Comments: Inspected, Repair or Replace", { gap: 4 });
      for (const [count, defect] of ofComponent.entries())
        paper.say(
          `${ofComponent.length > 1 ? `(${count + 1}) ` : ""}${defect.text} Repairs should be made by a qualified person.`,
        );
    }
    paper.say(`${index + 1}.${place} ${variant === 1 ? "Other" : "OTHER"}`, { bold: true, gap: 3 });
    paper.say("Comments: Inspected");
  }
  back(paper);
  return paper.bytes();
}

const texasNotice = `TEXAS REAL ESTATE CONSUMER NOTICE CONCERNING HAZARDS OR DEFICIENCIES

Each year, people sustain property damage and are injured by accidents in the home. While some accidents may not be avoidable, many
other accidents, injuries, and deaths may be avoided through the identification and repair of certain hazardous conditions. Examples
of such hazards include:
• malfunctioning, improperly installed, or missing ground fault circuit protection (GFCI) devices for electrical receptacles in
garages, bathrooms, kitchens, and exterior areas;
• ordinary glass in locations where modern construction techniques call for safety glass;
• lack of fire safety features such as smoke alarms and fire-rated doors; and
• lack of electrical bonding and grounding.`;

async function form(variant: number, known: readonly KnownDefect[]) {
  if (variant === 0) return textForm(known);
  const paper = new Paper("Report Identification: 47 Hollow Oak Drive");
  front(paper, "Property Inspection Report Form");
  for (const part of texasNotice.split("\n\n")) paper.say(part.replaceAll("\n", " "));
  paper.turn();
  const key = "I=Inspected   NI=Not Inspected   NP=Not Present   D=Deficient";
  for (const [index, [section, found]] of bySection(known).entries()) {
    if (paper.room < 140) paper.turn();
    paper.say(key, { size: 8, gap: 4 });
    paper.row(
      [
        [0, 20, "I"],
        [25, 20, "NI"],
        [50, 20, "NP"],
        [75, 20, "D"],
      ],
      { bold: true },
    );
    paper.say(`${["I", "II", "III", "IV", "V", "VI", "VII", "VIII"][index]}. ${section.toUpperCase()}`, {
      bold: true,
      x: 110,
    });
    const components = [...Map.groupBy(found, ({ component }) => component), ["Other", []] as const];
    for (const [place, [component, ofComponent]] of components.entries()) {
      const label = `${String.fromCharCode(65 + place)}. ${component}`;
      const isWrong = ofComponent.length > 0;
      if (paper.room < 100) paper.turn();
      if (variant === 1) paper.row([[1, 20, "X"], ...(isWrong ? [[76, 20, "X"] as const] : []), [110, 350, label]]);
      else paper.say(`[X] [ ] [ ] [${isWrong ? "X" : " "}] ${label}`, { bold: true, gap: 4 });
      paper.say("Comments:", { x: 110, gap: 3 });
      paper.say(fine(section, place), { x: 110, gap: 3 });
      for (const { text } of ofComponent)
        paper.say(variant === 1 ? `• ${text}` : text, { x: 110, gap: variant === 1 ? 3 : 9 });
    }
  }
  return paper.bytes();
}

function textForm(known: readonly KnownDefect[]): string {
  const parts = bySection(known).map(([section, found], index) => {
    const rows = [...Map.groupBy(found, ({ component }) => component)].map(
      ([component, ofComponent], place) =>
        `☒ ☐ ☐ ☒ ${String.fromCharCode(65 + place)}. ${component}\nType: as seen\nComments:\n${ofComponent.map(({ text }) => text).join("\n")}\n`,
    );
    return `I NI NP D\n\n${["I", "II", "III", "IV", "V", "VI", "VII", "VIII"][index]}. ${section.toUpperCase()}\n\n${rows.join("\n")}\n☒ ☐ ☐ ☐ Z. Other\nComments:\n${fine(section, 1)}\n`;
  });
  return `PROPERTY INSPECTION REPORT\n\n${texasNotice}\n\f${parts.join("\f")}`;
}

async function narrative(variant: number, known: readonly KnownDefect[]) {
  const paper = new Paper("Old Mill Home Inspection");
  front(paper, "Inspection Report");
  if (variant === 1) {
    paper.say("Definitions", { size: 13, bold: true });
    for (const part of [
      "Safety Concern: Denotes a condition that is unsafe and needs prompt attention.",
      "Repair Needed: Denotes a component that is not working as intended.",
    ])
      paper.say(part);
  }
  for (const [section, found] of bySection(known)) {
    paper.say(section, { size: variant === 2 ? 10 : 14, bold: true });
    paper.say(fine(section, variant));
    for (const defect of found) {
      const word = wordOf(variant, defect);
      if (variant === 0) paper.say(`${word}: ${defect.text}`);
      else if (variant === 1) paper.say(`[${word}] ${defect.text} Have it corrected by a specialist.`);
      else paper.say(`• ${defect.component} - ${word}: ${defect.text}`, { gap: 3 });
    }
  }
  back(paper);
  return paper.bytes();
}

async function table(variant: number, known: readonly KnownDefect[]) {
  const paper = new Paper("Cedar & Stone Inspections");
  front(paper, "Inspection Findings");
  const cost = (index: number) => ({ low: 150 + index * 130, high: 400 + index * 190 });
  if (variant === 0) {
    const head: readonly [number, number, string][] = [
      [0, 70, "Location"],
      [80, 80, "Component"],
      [170, 200, "Finding"],
      [380, 60, "Severity"],
      [450, 70, "Est. cost"],
    ];
    paper.row(head, { bold: true });
    for (const [index, defect] of known.entries()) {
      const { low, high } = cost(index);
      const text = index % 2 === 0 ? defect.text : defect.title;
      paper.row([
        [0, 70, defect.place],
        [80, 80, defect.component],
        [170, 200, text],
        [380, 60, wordOf(0, defect)],
        [450, 70, `$${low} - $${high}`],
      ]);
    }
  } else if (variant === 1) {
    for (const [section, found] of bySection(known)) {
      if (found.length === 0) continue;
      paper.say(section, { size: 13, bold: true });
      paper.row(
        [
          [0, 30, "#"],
          [40, 300, "Observation"],
          [350, 80, "Priority"],
          [440, 80, "Page"],
        ],
        { bold: true },
      );
      for (const [index, defect] of found.entries()) {
        const word = { safety: "Safety", major: "High", repair: "Medium", maintenance: "Low", monitor: "Monitor" }[
          defect.severity
        ];
        paper.row([
          [0, 30, String(index + 1)],
          [40, 300, defect.text],
          [350, 80, word],
          [440, 80, String(index + 3)],
        ]);
      }
    }
  } else {
    paper.row(
      [
        [0, 90, "Item"],
        [100, 60, "Condition"],
        [170, 220, "Comments"],
        [400, 50, "Low"],
        [460, 50, "High"],
      ],
      { bold: true },
    );
    for (const [section, found] of bySection(known)) {
      paper.row([
        [0, 90, section],
        [100, 60, "Satisfactory"],
        [170, 220, fine(section, 0)],
      ]);
      for (const [index, defect] of found.entries()) {
        const { low, high } = cost(index);
        const word = {
          safety: "Safety hazard",
          major: "Major",
          repair: "Poor",
          maintenance: "Maintenance",
          monitor: "Monitor",
        }[defect.severity];
        paper.row([
          [0, 90, defect.component],
          [100, 60, word],
          [170, 220, defect.text],
          [400, 50, String(low)],
          [460, 50, String(high)],
        ]);
      }
    }
    paper.row(
      [
        [0, 90, "Total"],
        [400, 50, "9,999"],
        [460, 50, "19,999"],
      ],
      { bold: true },
    );
  }
  back(paper);
  return paper.bytes();
}

async function columns(variant: number, known: readonly KnownDefect[]) {
  const paper = new Paper("Two Rivers Inspection Services");
  front(paper, "Inspection Notes");
  const parts = bySection(known).map(([section, found]) => [
    section.toUpperCase(),
    fine(section, variant),
    ...found.map((defect) =>
      variant === 0
        ? defect.text
        : variant === 1
          ? `${wordOf(1, defect)}: ${defect.text}`
          : `- ${defect.text} This should be repaired.`,
    ),
  ]);
  for (let index = 0; index < parts.length; index += 2) {
    if (paper.room < 380) paper.turn();
    paper.columns(parts[index] ?? [], parts[index + 1] ?? []);
  }
  return paper.bytes();
}

async function checklist(variant: number, known: readonly KnownDefect[]) {
  const paper = new Paper("Checklist of the inspection");
  front(paper, "Inspection Checklist");
  for (const [section, found] of bySection(known)) {
    paper.say(section, { size: 13, bold: true });
    if (variant === 0) {
      paper.say("General condition: [X] Good  [ ] Fair  [ ] Poor", { gap: 3 });
      for (const { component, title, place } of found)
        paper.say(`${component}: [ ] Good  [ ] Fair  [X] Poor - ${title}, ${place.toLowerCase()}`, { gap: 3 });
      paper.say("[ ] Evidence of leaks   [ ] Missing parts", { gap: 8 });
    } else if (variant === 1) {
      paper.say("General ........ Satisfactory", { gap: 3 });
      for (const defect of found)
        paper.say(
          `${defect.component} ........ ${{ safety: "Safety hazard", major: "Major", repair: "Repair", maintenance: "Maintenance", monitor: "Monitor" }[defect.severity]} - ${defect.text}`,
          { gap: 3 },
        );
      paper.say("Access ........ Satisfactory", { gap: 8 });
    } else {
      paper.row(
        [
          [200, 40, "OK"],
          [250, 40, "NI"],
          [300, 40, "R"],
          [350, 40, "SH"],
        ],
        { bold: true },
      );
      paper.row([
        [0, 190, "Access"],
        [203, 40, "X"],
      ]);
      for (const { component, severity, text } of found) {
        paper.row([
          [0, 190, component],
          [severity === "safety" ? 354 : 302, 40, "X"],
        ]);
        paper.say(text, { x: 20, gap: 6 });
      }
    }
  }
  return paper.bytes();
}

function letter(variant: number, known: readonly KnownDefect[]): string | Promise<Uint8Array<ArrayBuffer>> {
  const greeting =
    "Dear Ms. Whitfield,\n\nThank you for asking me to look at the house on Hollow Oak Drive. It was dry and about 60 degrees on the day of my visit, and the sellers were at home.";
  const close =
    "None of this is unusual for a house of its age. Please call me with any questions.\n\nSincerely,\nP. Okonkwo\nLicensed home inspector";
  const parts = bySection(known).flatMap(([section, found]) => {
    const texts = found.map(({ text }) => text);
    if (variant === 2) return texts.map((text) => `${text} I would have this taken care of before you move in.`);
    return [[fine(section, variant), ...texts].join(" ")];
  });
  const text = [greeting, ...parts, close].join("\n\n");
  if (variant !== 1) return text;
  const paper = new Paper("P. Okonkwo");
  for (const part of text.split("\n\n")) paper.say(part);
  return paper.bytes();
}

const layouts: Readonly<Record<string, Layout>> = { cards, items, form, narrative, table, columns, checklist, letter };

const found = 12;

/** A shuffle that is the same each time. */
function pick(seed: number): readonly KnownDefect[] {
  let state = seed * 7919 + 13;
  const next = () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
  const order = knownDefects.map((defect) => ({ defect, key: next() })).toSorted((one, other) => one.key - other.key);
  const chosen = new Set(order.slice(0, found).map(({ defect }) => defect));
  return knownDefects.filter((defect) => chosen.has(defect));
}

/** All of them, the same each time. @param only of this layout */
export async function makeReports(
  only: string | null = null,
  seeds: readonly number[] = [0, 1, 2],
): Promise<readonly MadeReport[]> {
  const reports: MadeReport[] = [];
  for (const [place, [name, layout]] of Object.entries(layouts).entries())
    for (const seed of seeds) {
      if (only !== null && only !== name) continue;
      const known = pick(place * 31 + seed + 1);
      const made = await layout(seed % 3, known);
      const file =
        typeof made === "string"
          ? { kind: "text" as const, bytes: new TextEncoder().encode(made) }
          : { kind: "pdf" as const, bytes: made };
      reports.push({ name: `${name} ${seed}`, file, known });
    }
  return reports;
}
