/** Systems of a house, by inspectors' words for their parts. */

const systems: readonly { readonly name: string; readonly parts: RegExp }[] = [
  { name: "Alarms", parts: /\b(?:smoke|carbon monoxide|co) (?:alarms?|detectors?)\b/i },
  { name: "Roof", parts: /\b(?:roof\w*|shingles?|flashing|gutters?|downspouts?|skylights?|underlayment|eaves?)\b/i },
  {
    name: "Electrical",
    parts:
      /\b(?:electric\w*|(?:main|sub|service|breaker|electrical) ?panels?|wir(?:es?|ing)|outlets?|receptacles?|gfci|afci|(?:circuit )?breakers?|(?:light )?switch(?:es)?|junction box(?:es)?|service drop|light fixtures?)\b/i,
  },
  {
    name: "Plumbing",
    parts:
      /\b(?:plumb\w*|water heaters?|pip(?:es?|ing)|faucets?|toilets?|sinks?|traps?|drains?|drainpipes?|sewer|septic|showers?|bathtubs?|tubs?|sump(?: pump)?|hose bibs?|water pressure|supply lines?)\b/i,
  },
  {
    name: "Heating and cooling",
    parts:
      /\b(?:furnaces?|boilers?|heat pumps?|air[ -]condition\w*|hvac|ducts?|ductwork|thermostats?|condensers?|heating|cooling|heat exchangers?|radiators?)\b/i,
  },
  { name: "Chimney and fireplace", parts: /\b(?:chimneys?|fireplaces?|flues?|wood ?stoves?|hearths?)\b/i },
  { name: "Pests", parts: /\b(?:termites?|wood-destroying|insects?|rodents?|carpenter ants?|infestation)\b/i },
  {
    name: "Environment",
    parts: /\b(?:radon|mou?ld|asbestos|lead(?:-based)? paint|underground (?:oil |storage )?tanks?)\b/i,
  },
  {
    name: "Structure",
    parts:
      /\b(?:foundations?|structur\w+|settlement|beams?|joists?|footings?|piers?|sill plates?|slabs?|trusses|rafters?|crawl ?space|bearing walls?)\b/i,
  },
  {
    name: "Insulation and ventilation",
    parts: /\b(?:insulat\w+|attics?|vapor barriers?|ventilation|exhaust fans?)\b/i,
  },
  { name: "Windows and doors", parts: /\b(?:windows?|doors?|glazing|sash(?:es)?)\b/i },
  {
    name: "Exterior",
    parts:
      /\b(?:siding|stucco|trim|decks?|porch(?:es)?|balcon(?:y|ies)|stairs?|steps|guardrails?|handrails?|railings?|soffits?|fascia|paint|exterior|masonry|brick)\b/i,
  },
  { name: "Garage", parts: /\b(?:garages?|overhead door|carport)\b/i },
  {
    name: "Appliances",
    parts: /\b(?:appliances?|dishwashers?|ovens?|cooktops?|refrigerators?|disposals?|microwaves?|dryers?|washers?)\b/i,
  },
  {
    name: "Grounds",
    parts: /\b(?:driveways?|walkways?|grading|fences?|retaining walls?|trees?|patios?|drainage|sidewalks?|pool)\b/i,
  },
  {
    name: "Interior",
    parts: /\b(?:ceilings?|walls?|floors?|flooring|cabinets?|countertops?|tiles?|drywall|carpets?|interior)\b/i,
  },
];

/** In the order of a walk through a house. */
export const systemNames: readonly string[] = systems.map(({ name }) => name);

/** Exterior, unless basement or inside is mentioned. */
const insideToo = /^(?:trim|stairs?|steps|guardrails?|handrails?|railings?|paint)\b/i;

/** The first system in a text, or null. */
export function systemOf(text: string, heading: string | null = null): string | null {
  const named = systems.flatMap(({ name, parts }) => {
    const place = text.search(parts);
    return place === -1 ? [] : [{ name, place }];
  });
  const [first] = named.toSorted((one, other) => one.place - other.place);
  if (first === undefined) return null;
  if (first.name !== "Exterior" || !insideToo.test(text.slice(first.place))) return first.name;
  const isInside = /\b(?:basement|cellar)\b/i.test(text) || (heading !== null && systemOf(heading) === "Interior");
  return isInside ? "Interior" : first.name;
}
