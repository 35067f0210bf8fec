/** Systems of a house, by inspectors' words for their parts. */

const systems: readonly { readonly name: string; readonly parts: readonly RegExp[] }[] = [
  { name: "Alarms", parts: [/\b(?:smoke|carbon monoxide|co) (?:alarms?|detectors?)\b/i] },
  {
    name: "Roof",
    parts: [
      /\b(?:roof\w*|shingles?|tabs|underlayment|drip[- ]?edges?|eaves?|slates?|shakes?|moss)\b/i,
      /\b(?:flashings?|kick[- ]?outs?)\b/i,
      /\b(?:gutters?|downspouts?|leaders?)\b/i,
      /\bskylights?\b/i,
      /\b(?:vent|pipe|plumbing) (?:boots?|jacks?)\b/i,
    ],
  },
  {
    name: "Electrical",
    parts: [
      /\b(?:electric\w*|(?:main|sub|service|breaker|electrical|distribution) ?panels?|sub-?panels?|panelboards?|load centers?|breakers?|fuses?)\b/i,
      /\b(?:wir(?:es?|ing)|conductors?|romex|junction box(?:es)?|splices?|service drop|knob[- ]and[- ]tube)\b/i,
      /\b(?:outlets?|receptacles?|gfcis?|gfi|afcis?)\b/i,
      /\b(?:light )?switch(?:es)?\b/i,
      /\b(?:light fixtures?|lights?|lighting|ceiling fans?)\b/i,
    ],
  },
  {
    name: "Plumbing",
    parts: [
      /\b(?:water heaters?|tpr|t ?& ?p|expansion tank)\b/i,
      /\b(?:toilets?|commodes?)\b/i,
      /\b(?:faucets?|sinks?|lavator(?:y|ies)|basins?)\b/i,
      /\b(?:showers?|bathtubs?|tubs?)\b/i,
      /\b(?:traps?|drains?|drainpipes?|sewer|septic|waste lines?)\b/i,
      /\b(?:hose bibs?|spigots?|sillcocks?)\b/i,
      /\bsump(?: pump)?\b/i,
      /\bgas (?:lines?|pip\w+|valves?|meters?|leaks?|odor)\b/i,
      /\b(?:plumb\w*|pip(?:es?|ing)|water pressure|supply lines?|polybutylene|galvanized|shut-?offs?)\b/i,
    ],
  },
  {
    name: "Heating and cooling",
    parts: [
      /\b(?:furnaces?|boilers?|heating|heat exchangers?|radiators?|burners?|heaters?)\b/i,
      /\b(?:air[ -]condition\w*|condensers?|cooling|condensate|a\/c|refrigerant|evaporator|heat pumps?|air handlers?)\b/i,
      /\b(?:ducts?|ductwork|registers?|air filters?|filters?)\b/i,
      /\b(?:hvac|thermostats?)\b/i,
    ],
  },
  {
    name: "Chimney and fireplace",
    parts: [/\bchimneys?\b/i, /\b(?:fireplaces?|wood ?stoves?|hearths?|dampers?)\b/i, /\bflues?\b/i],
  },
  {
    name: "Pests",
    parts: [
      /\b(?:termites?|wood-destroying|insects?|carpenter ants?|infestation|powder ?-?post)\b/i,
      /\b(?:rodents?|mice|rats?|squirrels?|raccoons?|bats)\b/i,
    ],
  },
  {
    name: "Environment",
    parts: [
      /\bradon\b/i,
      /\b(?:mou?ld|mildew)\b/i,
      /\b(?:asbestos|vermiculite)\b/i,
      /\blead(?:-based)? paint\b/i,
      /\b(?:underground|buried) (?:oil |storage )?tanks?\b/i,
    ],
  },
  {
    name: "Structure",
    parts: [
      /\b(?:foundations?|footings?|slabs?|basement walls?|stem walls?)\b/i,
      /\b(?:beams?|joists?|piers?|sill plates?|trusses|truss|rafters?|girders?|columns?|framing|bearing walls?)\b/i,
      /\b(?:structur\w+|settlement)\b/i,
      /\b(?:crawl ?-?spaces?|basements?)\b/i,
    ],
  },
  {
    name: "Insulation and ventilation",
    parts: [
      /\b(?:insulat\w+|vapou?r (?:barriers?|retarders?))\b/i,
      /\b(?:exhaust fans?|bath(?:room)? fans?|range hoods?|soffit vents?|ridge vents?|ventilation)\b/i,
      /\battics?\b/i,
    ],
  },
  {
    name: "Windows and doors",
    parts: [/\b(?:windows?|glazing|sash(?:es)?|panes?)\b/i, /\b(?:doors?|weather ?-?strip\w*)\b/i],
  },
  {
    name: "Exterior",
    parts: [
      /\b(?:decks?|porch(?:es)?|balcon(?:y|ies)|ledgers?)\b/i,
      /\b(?:stairs?|steps|stairways?|treads?|risers?|guards?|guardrails?|handrails?|railings?|balusters?)\b/i,
      /\b(?:siding|stucco|soffits?|fascia|exterior|masonry|brick\w*|cladding|veneer|eifs)\b/i,
      /\b(?:trim|paint|caulk\w*)\b/i,
    ],
  },
  { name: "Garage", parts: [/\b(?:garages?|overhead doors?|carport|auto-?revers\w*)\b/i] },
  {
    name: "Appliances",
    parts: [
      /\b(?:dryers?|washers?|laundry)\b/i,
      /\b(?:dishwashers?|disposals?|disposers?)\b/i,
      /\b(?:appliances?|ovens?|ranges?|stoves?|cooktops?|refrigerators?|microwaves?)\b/i,
    ],
  },
  {
    name: "Grounds",
    parts: [
      /\b(?:driveways?|walkways?|patios?|sidewalks?|walks)\b/i,
      /\b(?:grading|grade|drainage|yard|soil)\b/i,
      /\b(?:fences?|gates?|retaining walls?)\b/i,
      /\b(?:trees?|vegetation|shrubs?)\b/i,
      /\b(?:pool|spa|sprinklers?|irrigation)\b/i,
    ],
  },
  {
    name: "Interior",
    parts: [
      /\b(?:ceilings?|walls?|drywall|plaster)\b/i,
      /\b(?:floors?|flooring|tiles?|carpets?|grout)\b/i,
      /\b(?:cabinets?|countertops?|interior|closets?|attic ladders?)\b/i,
    ],
  },
];

/** In the order of a walk through a house. */
export const systemNames: readonly string[] = systems.map(({ name }) => name);

export const englishParts: readonly { readonly system: string; readonly pattern: RegExp }[] = systems.flatMap(
  ({ name, parts }) => parts.map((pattern) => ({ system: name, pattern })),
);

/** Exterior, unless basement or inside is mentioned. */
const insideToo =
  /^(?:trim|stair(?:way)?s?|steps|treads?|risers?|guards?|guardrails?|handrails?|railings?|balusters?|paint|caulk\w*)\b/i;

/** The first system in a text, or null. */
export function systemOf(text: string, heading: string | null = null): string | null {
  let first: { system: string; place: number } | null = null;
  for (const { system, pattern } of englishParts) {
    const place = text.search(pattern);
    if (place !== -1 && (first === null || place < first.place)) first = { system, place };
  }
  if (first === null) return null;
  return isInside(first.system, text.slice(first.place), text, heading) ? "Interior" : first.system;
}

function isInside(system: string, from: string, text: string, heading: string | null): boolean {
  if (system !== "Exterior" || !insideToo.test(from)) return false;
  return (
    /\b(?:basement|cellar|loft|upstairs|hallway|bedroom|interior)\b/i.test(text) ||
    (heading !== null && systemOf(heading) === "Interior")
  );
}
