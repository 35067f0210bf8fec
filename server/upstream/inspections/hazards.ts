/** What inspectors write in few words: where it belongs, how bad it is, and what it means to a client. */
import type { Severity } from "./severities.ts";

/** Words that stand one behind the other, with few others between them. */
export type Sign = readonly RegExp[];

export interface Hazard {
  readonly signs: readonly Sign[];
  readonly system: string;
  readonly severity: Severity;
  /** For somebody who does not build houses. */
  readonly plain: string;
  /** They name what should be there: it is wrong that it is not. */
  readonly isLack?: boolean;
}

/** Of folded text, without accents and capitals. The first that fits counts. */
type Row = readonly [severity: Severity, signs: readonly Sign[], plain: string, isLack?: true];

const bySystem: Readonly<Record<string, readonly Row[]>> = {
  Alarms: [
    [
      "safety",
      [[/\b(?:(?:smoke|carbon monoxide|co|fire)(?: and carbon monoxide| and co|\/co)? (?:alarm|detector))/]],
      "an alarm that warns of fire or gas is missing",
      true,
    ],
    [
      "safety",
      [
        [
          /\b(?:smoke|carbon monoxide|co) (?:alarms?|detectors?)\b/,
          /\b(?:expired|inoperative|inoperable|disconnected|removed|did not (?:sound|respond|work)|older than|past (?:its|their)|outdated|yellowed|chirp|dead|over (?:ten|10) years)/,
        ],
      ],
      "an alarm that warns of fire or gas does not work",
    ],
  ],
  Electrical: [
    [
      "safety",
      [
        [/\bdouble[- ]?(?:tap|lug|wired\b)|\bmultiple[- ]tap/],
        [/\b(?:two|multiple|three) (?:wires|conductors|neutrals)\b/, /\b(?:one|same|single)\b/],
        [
          /\b(?:breakers?|lugs?|terminals?)\b/,
          /\b(?:more than one|two|multiple|several) (?:wires?|conductors?|circuits?)\b/,
        ],
      ],
      "two wires share a screw that is made for one",
    ],
    ["safety", [[/\b(?:federal pacific|stab[- ]?lok|fpe)\b/]], "breakers of this make may not trip"],
    ["safety", [[/\b(?:zinsco|sylvania[- ]zinsco|gte[- ]sylvania)\b/]], "breakers of this make may not trip"],
    [
      "safety",
      [[/\b(?:challenger|pushmatic|bulldog|murray recalled)\b/, /\b(?:panel|breaker)/]],
      "an old make of panel with known faults",
    ],
    [
      "safety",
      [
        [/\brevers(?:e|ed)[- ]polarity\b|\b(?:wired|wires) (?:backwards?|in reverse)/],
        [/\bpolarity\b/, /\brevers/],
        [/\bhot (?:and|\/|&) neutral\b/, /\b(?:revers|swap|switch|cross)/],
      ],
      "hot and neutral wires are swapped",
    ],
    [
      "safety",
      [
        [
          /\bopen (?:equipment )?grounds?\b|\bungrounded\b|\b(?:not|isn't|aren't) grounded\b|\bno (?:equipment )?ground(?:ing)?\b(?! fault)|\b(?:bootleg|false) grounds?\b|\black(?:s|ing)? (?:a |an |of )?(?:equipment )?ground(?:ing)?\b(?! fault)/,
        ],
      ],
      "an outlet has no path to ground",
    ],
    ["safety", [[/\bopen neutrals?\b|\bhot[- ]ground reversed?\b/]], "an outlet is wired wrong"],
    [
      "safety",
      [[/\b(?:(?:gfci|gfi|ground[- ]fault|gfcis|gfis))/]],
      "an outlet near water has no cutoff that protects from shock",
      true,
    ],
    [
      "safety",
      [
        [/\b(?:non|not)[- ]gfci\b/],
        [
          /\b(?:gfci|gfi|ground[- ]fault)\b/,
          /\b(?:not trip|failed|fail(?:s|ing)? to|inoperative|did not|does not|do not|won't|would not|defective|not (?:function|work|respond|reset|protected))/,
        ],
      ],
      "the cutoff that protects from shock does not work",
    ],
    ["repair", [[/\b(?:(?:afci|arc[- ]fault))/]], "a breaker that stops sparks from starting fires is missing", true],
    ["safety", [[/\bknob[- ](?:and|&)[- ]tube\b/]], "very old wiring that insurers often refuse"],
    [
      "safety",
      [
        [
          /\b(?:single[- ]strand|solid|branch|solid[- ]conductor) alumin(?:um|ium)\b|\balumin(?:um|ium) (?:branch(?:[- ]circuit)? )?wir(?:es?|ing)\b|\balumin(?:um|ium) branch\b/,
        ],
      ],
      "aluminum wires can overheat where they are joined",
    ],
    [
      "safety",
      [
        [/\b(?:open|uncovered|exposed|unboxed|taped) (?:wire |electrical |wiring )?(?:splices?|junction|j[- ]?box)/],
        [/\bsplices?\b/, /\b(?:outside|not in|without)\b/, /\bbox/],
        [/\bjunction box(?:es)?\b/, /\b(?:no cover|missing|uncovered|open|without)/],
      ],
      "wires are joined in the open",
    ],
    [
      "safety",
      [
        [
          /\bexposed (?:electrical |live |energized |nm |romex )?(?:wir|conductors?|cables?|romex)|\blive (?:wires?|conductors?|ends?)\b/,
        ],
        [/\bromex\b/, /\b(?:exposed|unprotected)/],
      ],
      "wires are within reach",
    ],
    [
      "safety",
      [
        [
          /\b(?:missing|open|unfilled) knock-?outs?\b|\b(?:missing|no) (?:dead ?front|panel cover|breaker blanks?|filler plates?)\b/,
        ],
        [/\bknock-?outs?\b/, /\b(?:missing|open)\b/],
      ],
      "the electric panel has an opening",
    ],
    [
      "safety",
      [
        [/\bblunt screws?\b/],
        [/\bdead ?front\b/, /\b(?:missing|off|loose)/],
        [/\b(?:sharp|pointed) screws?\b/, /\b(?:panel|cover)/],
      ],
      "the electric panel's cover is not safe",
    ],
    [
      "safety",
      [
        [
          /\b(?:over ?fused|oversized? (?:breaker|fuse)s?|over[- ]?sized overcurrent|undersized (?:wires?|conductors?|wiring)|breakers? (?:is|are|was|were) (?:too large|oversized))\b/,
        ],
        [/\b(?:14|#14|12|#12)[- ]?(?:gauge|awg)\b/, /\b(?:20|25|30|40|50)[- ]?amp/],
      ],
      "a breaker is too large for its wire",
    ],
    [
      "safety",
      [
        [/\bneutrals? (?:and|&) grounds?\b/, /\b(?:same|together|bonded|not (?:separated|isolated)|shar|sub ?-?panel)/],
        [/\b(?:neutral|ground)s?\b/, /\bnot (?:isolated|separated)\b/],
      ],
      "neutral and ground wires are joined in the wrong panel",
    ],
    [
      "repair",
      [
        [
          /\b(?:missing|broken|cracked|no|loose|without) (?:outlet |switch |receptacle |wall |electrical )?cover ?plates?\b/,
        ],
        [/\bcover ?plates?\b/, /\b(?:missing|broken|cracked)/],
      ],
      "a cover over an outlet or switch is missing",
    ],
    [
      "safety",
      [[/\b(?:extension cords?|lamp cord|zip cord)\b/, /\b(?:permanent|wiring|wired|used|run|through)/]],
      "a cord is used where fixed wiring belongs",
    ],
    [
      "safety",
      [
        [
          /\b(?:burn(?:t|ed)?|scorch(?:ed)?|melted|overheat(?:ed|ing)?|arcing|charred)\b/,
          /\b(?:breaker|wire|panel|outlet|receptacle|conductor|bus|insulation|neutral)/,
        ],
      ],
      "a part of the wiring has been too hot",
    ],
    [
      "safety",
      [
        [/\bno (?:bond|bonding)\b|\bnot bonded\b|\bunbonded\b|\black of bonding\b/],
        [/\b(?:service|panel)\b/, /\b(?:not|improperly) bonded\b/],
        [/\bcsst\b/, /\b(?:not|no|lack|missing|without)\b/],
      ],
      "metal pipes are not joined to ground",
    ],
    [
      "safety",
      [
        [
          /\b(?:service (?:drop|mast|conductors?|entrance)|overhead (?:wires|lines|conductors))\b/,
          /\b(?:low|frayed|loose|clearance|worn|damaged|deteriorat|touch|rub|leaning|bent|within reach)/,
        ],
      ],
      "the wires from the street are not safe",
    ],
    ["repair", [[/\bceiling fans?\b/, /\b(?:wobbl|inoperable|not)/]], "a ceiling fan does not run well"],
    [
      "repair",
      [
        [/\bloose (?:outlet|receptacle)s?\b|\bdead (?:outlet|receptacle)s?\b/],
        [
          /\b(?:outlet|receptacle)s?\b/,
          /\b(?:dead|no power|not energized|inoperative|inoperable|did not work|does not work|loose|painted over|broken)/,
        ],
      ],
      "an outlet does not work or is loose",
    ],
    ["repair", [[/\b(?:handle ties?)/]], "two breakers of one circuit do not switch off together", true],
    [
      "repair",
      [
        [
          /\b(?:unlabel(?:l)?ed|not label(?:l)?ed|missing labels?|no labels?|no (?:circuit )?directory)\b/,
          /\b(?:panel|circuit|breaker)?/,
        ],
        [/\b(?:panel|circuits?|breakers?)\b/, /\b(?:not|un)(?: |-)?label/],
      ],
      "breakers do not say what they switch",
    ],
  ],
  Plumbing: [
    ["repair", [[/\bs[- ]traps?\b/]], "a drain of a kind that can let sewer gas in"],
    [
      "repair",
      [
        [/\bdouble[- ]trapp?ed\b|\bno trap\b|\bdrum traps?\b|\bflexible drain\b|\baccordion\b/],
        [/\bp[- ]?trap\b/, /\b(?:missing|leak|loose|corroded)/],
        [/\bunvented\b/, /\b(?:trap|drain|sink|plumbing)/],
        [/\b(?:trap|drain|sink)\b/, /\b(?:not vented|no vent)\b/],
      ],
      "a drain is put together wrong",
    ],
    [
      "safety",
      [
        [
          /\b(?:tpr|t ?& ?p|t ?\/ ?p|temperature[- ](?:and |& |\/ ?)?pressure|pressure[- ]relief|relief valve)\b/,
          /\b(?:missing\b|no\b|not\b|lacks?\b|leak|drip|short\b|uphill\b|up ?hill\b|reduced\b|capped\b|plugged\b|threaded\b|terminat|ends?\b|absent\b|too (?:high|short)\b|above\b|corroded\b|flexible\b|blocked\b|undersized\b)/,
        ],
        [
          /\b(?:no|missing|without|lacks?|lacking|short|reduced|capped|plugged|leaking)\b/,
          /\b(?:tpr|t ?& ?p|t ?\/ ?p|temperature[- ](?:and |& |\/ ?)?pressure|pressure[- ]relief|relief valve)\b/,
        ],
      ],
      "the valve that lets pressure out of the water heater is not safe",
    ],
    [
      "safety",
      [[/\b(?:(?:seismic|earthquake) (?:strap|brac|restraint))/]],
      "the water heater may tip over in an earthquake",
      true,
    ],
    [
      "safety",
      [
        [/\bunstrapped\b/],
        [/\bwater heater\b/, /\b(?:not|isn't|un)[- ]?(?:strapped|braced|secured)/],
        [/\b(?:straps?|bracing)\b/, /\bwater heater\b/, /\b(?:loose|missing|only one)/],
      ],
      "the water heater may tip over in an earthquake",
    ],
    ["major", [[/\bpoly ?butylene\b|\bquest pip|\bgr[ae]y poly\b/]], "pipes of a plastic that fails without warning"],
    [
      "major",
      [
        [/\bgalvanized (?:steel )?(?:supply|water) (?:pip|lines?\b)/],
        [
          /\b(?:galvanized|galvanised)\b/,
          /\b(?:corro|rust|low (?:water )?(?:flow|pressure)|end of|clog|replace|restrict|leak)/,
        ],
      ],
      "old steel pipes that rust from inside",
    ],
    [
      "repair",
      [
        [/\b(?:loose|rocking|running|unsecured|wobbly) (?:toilet|commode|water closet)/],
        [
          /\b(?:toilet|commode|water closet)s?\b/,
          /\b(?:loose|rock(?:s|ing|ed)?|wobbl|not (?:secured?|anchored|bolted|fastened)|runs?|running|unstable|moves|shifts|leak|cracked)/,
        ],
      ],
      "a toilet is loose or leaks",
    ],
    ["safety", [[/\bgas (?:leaks?|odor|smell)|\bleaking gas\b|\bodor of gas\b|\bsmell of gas\b/]], "gas escapes"],
    [
      "safety",
      [
        [/\b(?:uncapped|open|unplugged) gas\b/],
        [/\b(?:flexible|flex|appliance) gas (?:line|connector)s?\b/, /\b(?:through|pass|uncoated|brass|kinked|old)/],
        [/\bgas (?:line|pipe|stub|valve)s?\b/, /\b(?:uncapped|not capped|not plugged|rust|unsupported)/],
      ],
      "a gas line is not safe",
    ],
    ["repair", [[/\b(?:(?:drip leg|sediment trap))/]], "a gas line has no trap for dirt", true],
    [
      "repair",
      [[/\b(?:(?:expansion tank|drain pan|drip pan|safety pan|pan under))/]],
      "the water heater lacks a part that prevents damage",
      true,
    ],
    [
      "repair",
      [[/\b(?:(?:anti[- ]siphon|vacuum breaker|backflow|air gap|high loop))/]],
      "dirty water may flow back",
      true,
    ],
    ["repair", [[/\bcross[- ]connection/], [/\bdishwasher\b/, /\b(?:high loop|air gap)/]], "dirty water may flow back"],
    [
      "repair",
      [
        [/\bslow drain/],
        [
          /\b(?:sink|tub|bathtub|shower|lavatory|drain|basin)s?\b/,
          /\b(?:drains? slow|slow(?:ly)?(?: to drain| drain)?|clog|backs? up|partially blocked)/,
        ],
      ],
      "a drain is slow",
    ],
    [
      "repair",
      [
        [/\b(?:low|poor|weak|inadequate) (?:water )?(?:pressure|flow)|\b(?:high|excessive) (?:water )?pressure\b/],
        [/\bpressure (?:was|is|measured)\b/, /\b(?:8[1-9]|9\d|1\d\d) ?psi/],
      ],
      "the water pressure is not right",
    ],
    [
      "safety",
      [
        [/\bhot (?:and|&|\/) cold\b/, /\brevers/],
        [
          /\b(?:hot water|water temperature|water heater)\b/,
          /\b(?:too hot|above 1[2-9]\d|exceed|1[3-9]\d (?:degrees|f\b)|scald)/,
        ],
      ],
      "hot water may scald",
    ],
    [
      "major",
      [[/\b(?:orangeburg|lead (?:supply|service|pipe|water)|cast iron)\b/, /\b(?:crack|corro|rust|leak|line|pip)/]],
      "old pipes at the end of their life",
    ],
    [
      "major",
      [[/\bsewer (?:line|lateral|pipe)\b/, /\b(?:root|offset|crack|broken|belly|back|collapsed)/]],
      "the pipe to the sewer is damaged",
    ],
    [
      "repair",
      [[/\b(?:hose bib|spigot|sillcock)s?\b/, /\b(?:leak|drip|loose|broken|frozen|damaged)/]],
      "an outdoor faucet leaks",
    ],
  ],
  Garage: [
    [
      "safety",
      [
        [/\bentrapment\b|\b(?:no|missing) (?:photo[- ]?|safety (?:sensors?|eyes?|beams?|reverse))/],
        [
          /\b(?:not|no|fail(?:s|ed)?(?: to)?|without|n't|inoperative|disabled|faulty)\b/,
          /\bauto(?:matic(?:ally)?)?[- ]?revers/,
        ],
        [
          /\bauto(?:matic)?[- ]?revers/,
          /\b(?:not\b|fail|inoperative\b|missing\b|did\b|does\b|disabled\b|needs?\b|too\b)/,
        ],
        [/\b(?:door|opener)\b/, /\b(?:not|fail(?:s|ed)?(?: to)?|without) revers/],
        [
          /\bphoto[- ]?(?:electric|eyes?|sensors?|cells?)\b/,
          /\b(?:missing|not|no|too high|above|inoperative|disconnected|misaligned|removed|higher)/,
        ],
      ],
      "the garage door may not stop for a person",
    ],
    [
      "safety",
      [
        [
          /\b(?:fire[- ](?:rated|resistant|separation|door|wall|barrier)\b|firewall\b|self[- ]clos|spring hinges?\b)/,
          /\b(?:missing|not|no|hole|gap|breach|damaged|lack|open|penetrat|incomplete|removed|hollow|disabled|adjust)/,
        ],
        [
          /\b(?:no\b|not\b|lacks?\b|lacking\b|missing\b|without\b|breach|holes?\b|gaps?\b|hollow[- ]core\b)/,
          /\b(?:fire[- ](?:rated|resistant|separation|door|wall|barrier)|firewall|self[- ]clos)/,
        ],
        [/\bpet door\b/, /\b(?:garage|fire)/],
      ],
      "fire in the garage could reach the house",
    ],
    [
      "repair",
      [
        [
          /\b(?:garage|overhead) door\b/,
          /\b(?:dent|broken|spring|cables?|off (?:its )?track|damaged|binds?|inoperable)/,
        ],
      ],
      "the garage door does not run well",
    ],
  ],
  "Heating and cooling": [
    [
      "safety",
      [
        [/\bheat exchangers?\b/, /\b(?:crack|rust|hole|breach|split|fail|corro)/],
        [/\b(?:crack|rusted\b|breached\b|failed\b)/, /\bheat exchangers?/],
      ],
      "the furnace may let exhaust gas into the house",
    ],
    [
      "safety",
      [
        [
          /\bback[- ]?draft|\bflame roll-?out\b|\bspillage\b|\bcarbon monoxide (?:was )?(?:measured|detected|level|reading)|\b(?:inadequate|insufficient|no|lack of) combustion air\b/,
        ],
        [/\bcombustion air\b/, /\b(?:inadequate|insufficient|missing|no|lack)/],
      ],
      "exhaust gas may stay in the house",
    ],
    [
      "safety",
      [
        [/\bsingle[- ]wall\b/, /\b(?:vent|flue|pipe|connector|stack|clearance|attic|wall|roof|combustible)/],
        [/\b(?:vent|flue)\b/, /\bsingle[- ]wall/],
      ],
      "a hot exhaust pipe is too thin where it runs",
    ],
    [
      "safety",
      [
        [
          /\b(?:flue|exhaust|vent) (?:pipe|connector|stack)?s?\b/,
          /\b(?:disconnected|separated|loose|rust|corro|gap|too close|negative slope|slopes? down|clearance|combustible|not sealed|hole|detached)/,
        ],
      ],
      "an exhaust pipe is not tight",
    ],
    [
      "repair",
      [
        [
          /\b(?:condensate|drain line|drain pan)\b/,
          /\b(?:leak|clog|rust|missing|no|not|disconnected|overflow|standing|full|block|terminat)/,
        ],
      ],
      "water from the air conditioner is not drained",
    ],
    [
      "repair",
      [
        [/\b(?:refrigerant|suction|lineset)\b/, /\b(?:insulation|leak|low|missing|deteriorat|damaged)/],
        [/\btemperature (?:split|differential|drop)\b/, /\b(?:low|high|outside|below|above|only|poor|inadequate)/],
        [/\b(?:a\/?c\b|air condition|cooling\b)/, /\b(?:not cool|low|inadequate|did not)/],
        [/\bundersized\b/, /\b(?:unit|system|furnace)/],
      ],
      "the air conditioner does not cool well",
    ],
    [
      "repair",
      [
        [/\b(?:disconnected|crushed|torn|kinked|leaky|unsealed|uninsulated)/, /(?:ducts?|ductwork)/],
        [
          /\b(?:ducts?|ductwork)\b/,
          /\b(?:disconnected|detached|torn|crushed|kinked|leak|damaged|unsealed|loose|asbestos|not (?:sealed|insulated|connected|supported)|separated|gap)/,
        ],
      ],
      "warm or cool air is lost on its way",
    ],
    [
      "maintenance",
      [
        [/\b(?:dirty|clogged|missing|soiled) (?:air |return |furnace |hvac )?filters?\b/],
        [/\bfilters?\b/, /\b(?:dirty|clogged|soiled|needs?|overdue|caked|dust|matted|full|black)/],
      ],
      "an air filter needs to be changed",
    ],
    [
      "maintenance",
      [
        [/\bcondenser\b/, /\b(?:vegetation|plants|shrubs|debris|dirty|clear|fins|not level|out of level|tilt)/],
        [/\b(?:vegetation|plants|shrubs)\b/, /\bcondenser/],
      ],
      "the outdoor unit needs care",
    ],
    [
      "repair",
      [
        [
          /\bfurnace\b/,
          /\b(?:did not (?:ignite|start|respond|fire|operate)|would not|short[- ]cycl|not respond|rust|dirty burners?|scorch)/,
        ],
      ],
      "the furnace does not run well",
    ],
    [
      "safety",
      [
        [/\b(?:suspect|possible|potential|probable) asbestos\b/],
        [/\basbestos\b/, /\b(?:duct|pipe|wrap|tape|insulation|friable|damaged|suspect)/],
      ],
      "a material that may contain asbestos",
    ],
  ],
  "Chimney and fireplace": [
    [
      "repair",
      [[/\b(?:(?:chimney |rain |flue |spark )?(?:caps?|arrestor|arrester|cricket)\b)/]],
      "the chimney is open at the top",
      true,
    ],
    [
      "safety",
      [
        [/\bunlined (?:chimney|flue)|\bcreosote\b/],
        [
          /\b(?:flue|chimney|clay) (?:liner|tile|lining)s?\b/,
          /\b(?:crack|missing|damaged|broken|spall|deteriorat|gap)/,
        ],
        [/\b(?:chimney|flue)\b/, /\bunlined/],
      ],
      "fire in the chimney could spread",
    ],
    [
      "repair",
      [
        [/\b(?:cracked|deteriorated|spalling|missing) (?:chimney )?(?:crown|mortar)/],
        [
          /\bchimney\b/,
          /\b(?:crown\b|mortar\b|brick|flashing\b)/,
          /\b(?:crack|missing|loose|spall|deteriorat|erod|damaged|gap)/,
        ],
        [/\b(?:crown|mortar (?:cap|joints?))\b/, /\b(?:crack|missing|deteriorat|erod|spall|loose)/],
      ],
      "the chimney's masonry needs repair",
    ],
    [
      "major",
      [[/\bleaning chimney/], [/\bchimney\b/, /\b(?:lean|tilt|pull away|separat|rotat|out of plumb)/]],
      "the chimney leans away from the house",
    ],
    [
      "repair",
      [
        [/\bdamper\b/, /\b(?:missing|stuck|rust|inoperable|not|broken|clamp)/],
        [/\bhearth\b/, /\b(?:crack|short|inadequate)/],
        [/\bfire ?box\b/, /\b(?:crack|gap|mortar|damaged)/],
      ],
      "the fireplace needs repair",
    ],
  ],
  Roof: [
    ["maintenance", [[/\b(?:moss|algae|lichen)\b/]], "growth on the roof holds water"],
    ["repair", [[/\b(?:drip[- ]?edges?)/]], "water can get behind the edge of the roof", true],
    [
      "repair",
      [[/\badd (?:a )?drip[- ]?edge/], [/\bdrip[- ]?edge\b/, /\b(?:loose|damaged|gap|short)/]],
      "water can get behind the edge of the roof",
    ],
    [
      "repair",
      [
        [
          /\b(?:(?:kick[- ]?out|diverter|step|chimney|valley|roof|head|wall|counter)(?: |-)?flashing|flashing|kick[- ]?outs?|starter (?:strip|course))/,
        ],
      ],
      "water can get in where roof and wall meet",
      true,
    ],
    [
      "repair",
      [
        [/\b(?:loose|lifted|rusted|damaged|improper) flashing/],
        [
          /\bflashings?\b/,
          /\b(?:loose|lift|rust|improper|damaged|tar(?:red)?|separat|exposed|corro|bent|gap|deteriorat|not|sealed with|roof cement)/,
        ],
      ],
      "water can get in at the flashing",
    ],
    [
      "repair",
      [
        [
          /\b(?:missing|lifted|lifting|curled|curling|cupped|torn|broken|cracked|damaged|loose|slipped|unsealed) (?:shingles?|tabs?|tiles?|shakes?|slates?)|\bnail[- ]pops?\b|\b(?:exposed|popped|raised|backed[- ]out) (?:roof(?:ing)? )?(?:nails|fasteners)/,
        ],
        [
          /\b(?:shingles?|tabs?|tiles?|shakes?|slates?)\b/,
          /\b(?:missing|lift|curl|cupp|torn|broken|crack|damaged|loose|unsealed|slip|blown|unsealed|creas|brittle|split)/,
        ],
        [/\bgranul(?:e|ar|es)\b/, /\b(?:loss|missing|worn|bare)/],
      ],
      "the roof covering is damaged",
    ],
    [
      "major",
      [
        [/\b(?:two|three|multiple|2|3) layers\b/],
        [/\b(?:roof|shingles?|covering)\b/, /\b(?:end of\b|near the end\b|past\b|beyond\b|exceed)/, /\blife/],
      ],
      "the roof will soon need to be replaced",
    ],
    [
      "repair",
      [
        [/\bponding\b/],
        [
          /\b(?:membrane|rolled roofing|built[- ]up|tpo|epdm)\b/,
          /\b(?:blister|crack|split|alligator|open seam|bubbl|tear|torn|damaged)/,
        ],
        [/\bsoft spots?\b/, /\broof/],
        [/\broof\b/, /\bsoft/],
      ],
      "water stays on the roof or gets through it",
    ],
    [
      "major",
      [
        [
          /\b(?:roof (?:deck|ridge|line|plane|sheathing|structure)|ridge)\b/,
          /\b(?:sag|dip|wav|delaminat|rot|soft|stain)/,
        ],
      ],
      "the roof's structure gives way",
    ],
    [
      "repair",
      [[/\b(?:boots?|collars?|pipe jacks?|vent jacks?)\b/, /\b(?:crack|split|deteriorat|torn|brittle|damaged)/]],
      "water can get in around a pipe",
    ],
    [
      "repair",
      [
        [
          /\b(?:no|missing|without|lacks?) (?:gutters?|downspouts?|splash ?blocks?)|\b(?:loose|sagging|leaking|damaged|detached|disconnected|bent) (?:gutter|downspout)/,
        ],
        [
          /\b(?:gutters?|downspouts?|leaders?)\b/,
          /\b(?:loose|missing|sag|leak|rust|damaged|detached|bent|disconnected|slop|pull|ends?|discharg|terminat|empt|drain|next to|beside|short|no (?:extension|splash))/,
        ],
        [/\bdownspout extensions?\b/, /\b(?:missing|needed|recommend|add)/],
      ],
      "roof water is not led away from the house",
    ],
    [
      "maintenance",
      [
        [/\b(?:clogged|dirty|full) gutters?/],
        [/\bgutters?\b/, /\b(?:full|clogged|debris|leaves|needles|cleaned|dirty|overflow|blocked|clean)/],
        [/\b(?:leaves|debris|needles)\b/, /\b(?:roof|gutters?|valleys?)/],
      ],
      "gutters need to be cleaned",
    ],
    ["repair", [[/\bskylights?\b/, /\b(?:leak|fog|crack|stain|seal)/]], "a skylight needs repair"],
    [
      "maintenance",
      [
        [
          /\b(?:trees?\b|branch|limbs?\b)/,
          /\b(?:roof|touch|overhang|contact|against|close to|too close|rub|trim|within)/,
        ],
      ],
      "branches touch the house",
    ],
  ],
  Structure: [
    [
      "major",
      [
        [/\bhorizontal cracks?\b|\bbow(?:ed|ing) (?:foundation |basement )?walls?/],
        [
          /\b(?:foundation|basement|stem|block|concrete|retaining) ?wall/,
          /\b(?:bow|lean|displac|horizontal crack|shift|push|tilt|inward|rotat)/,
        ],
      ],
      "a foundation wall is pushed out of place",
    ],
    [
      "major",
      [
        [
          /\b(?:screw|house|temporary) jacks?\b|\b(?:car|bottle) jack\b|\b(?:cut|notched|rotted|cracked|broken|sagging|damaged|altered|split|decayed|unsupported|overspanned|undersized|improvised|temporary) (?:joists?|beams?|rafters?|truss(?:es)?|girders?|columns?|piers?|posts?|sill)/,
        ],
        [
          /\b(?:joists?|beams?|rafters?|trusses|truss|girders?|studs?|posts?|columns?|piers?|headers?|collar ties?|sill ?plates?|rim (?:joist|board))\b/,
          /\b(?:cut|notch|bored|rot|crack|split|broken|sag|damaged|altered|unsupported|undersized|decay|lean|not (?:supported|bear|attached|connected)|settl|missing|shift|over ?spann|temporary|inadequate|rust)/,
        ],
      ],
      "a part that carries the house is weak",
    ],
    ["monitor", [[/\bhairline\b|\b(?:shrinkage|minor settlement) cracks?\b/]], "small cracks to keep an eye on"],
    [
      "repair",
      [
        [/\bstair[- ]?step (?:crack|gaps?)/],
        [/\bfoundation\b/, /\b(?:crack|spall|honeycomb|step crack|efflorescence|gap)/],
        [/\b(?:cracks?|cracking)\b/, /\bfoundation/],
      ],
      "the foundation or brick is cracked",
    ],
    [
      "major",
      [
        [
          /\b(?:standing water\b|water stood\b|stood in water\b|water (?:intrusion|entry|infiltration|seepage|penetration)\b|seepage\b|flood|ponded water\b)/,
          /\b(?:basement|crawl|foundation|slab|cellar)?/,
        ],
      ],
      "water gets into the house",
    ],
    ["repair", [[/\b(?:(?:vapou?r|moisture) (?:barrier|retarder))/]], "damp soil under the house is not covered", true],
    [
      "repair",
      [
        [/\b(?:earth|soil)[- ]to[- ]wood\b|\bwood[- ]to[- ](?:soil|earth)\b/],
        [/\b(?:wood|siding|trim|framing|posts?)\b/, /\b(?:contact|touch|close to\b)/, /\b(?:soil|grade|ground|earth)/],
      ],
      "wood touches the ground and may rot",
    ],
    ["major", [[/\bfloors?\b/, /\b(?:slope|sag|out of level|bounc|uneven|unlevel)/]], "floors are not level"],
  ],
  Pests: [
    [
      "major",
      [
        [
          /\b(?:termites?|carpenter ants?|powder ?-?post|wood[- ](?:destroying|boring) (?:insects?|organisms?|beetles?))\b/,
        ],
      ],
      "insects that eat wood",
    ],
    [
      "repair",
      [
        [/\b(?:rodent|mouse|rat|bat) (?:droppings?|activity|feces|nests?)|\b(?:wasp|bee|hornet)s?'? nests?/],
        [
          /\b(?:rodents?|mice|rats?|squirrels?|raccoons?|bats?|birds?)\b/,
          /\b(?:droppings?|activity|nest|evidence|feces|infest|tunnels?|entry|chew|gnaw|damage|urine)/,
        ],
      ],
      "animals live in the house",
    ],
  ],
  Environment: [
    [
      "repair",
      [
        [/\b(?:suspected|visible|possible|apparent) (?:mou?ld|microbial|fungal)/],
        [
          /\b(?:mou?ld|mildew|microbial|fungal)[- ]?(?:like)?\b/,
          /\b(?:growth|substance|stain|observed|present|visible|noted|found|rot|odor)/,
        ],
      ],
      "mold grows where it is damp",
    ],
    [
      "safety",
      [
        [/\bfriable\b|\bvermiculite\b/],
        [/\bradon\b/, /\b(?:elevated|above|exceed|high|[4-9](?:\.\d)? ?pci|1\d(?:\.\d)? ?pci)/],
        [/\blead[- ]based paint\b/, /\b(?:peel|flak|deteriorat|suspect|chip)/],
      ],
      "a material that harms health",
    ],
    [
      "major",
      [[/\b(?:buried|abandoned|underground) (?:oil |fuel |storage |heating )+tanks?\b/]],
      "an old oil tank in the ground",
    ],
  ],
  Exterior: [
    [
      "safety",
      [
        [/\bledger\b/, /\b(?:nails?|nailed|not|missing|no|without|loose|rot|pull|gap|improper|lacks?|only|separat)/],
        [
          /\bdeck\b/,
          /\b(?:not (?:bolted|attached|secured|fastened|anchored)|nailed|unsafe|collapse|pull away|unstable|sway|lateral|joist hangers?|rot (?:post|joist|beam)s?)/,
        ],
      ],
      "the deck may come loose from the house",
    ],
    [
      "safety",
      [[/\b(?:(?:guard ?-?rails?|hand ?-?rails?|guards?|graspable|balusters?|railings?))/]],
      "people may fall where no rail holds them",
      true,
    ],
    [
      "safety",
      [
        [/\bguard openings?\b/],
        [/\bloose/, /(?:guard|hand)?-?rail/],
        [
          /\b(?:guard ?-?rails?|guards?|railings?|balusters?|pickets?|spindles?|rails?)\b/,
          /\b(?:loose|wide|too (?:low|far|wide|large|short)|spac|openings?|gap|missing|wobbl|mov(?:es|ed|ement)|gives? way|sways?|shak|low|climb|(?:more|greater|larger|over|exceed)(?: than)? (?:4|four)|inches|weak|rot|not (?:secure|graspable|continuous))/,
        ],
        [/\bhand ?-?rails?\b/, /\b(?:loose|wobbl|not|weak|broken|return|ends? before|incomplete|detached)/],
      ],
      "people may fall through or over the rail",
    ],
    [
      "safety",
      [
        [
          /\btrip(?:ping)?[- ](?:hazard|point)s?\b|\b(?:uneven|loose|rotted|broken|irregular) (?:stair |step )?(?:risers?|treads?|steps?|stairs?)/,
        ],
        [
          /\b(?:risers?|treads?|steps?|stairs?)\b/,
          /\b(?:uneven|varying|vary|irregular|loose|too (?:high|steep|narrow)|rot|broken|inconsistent|not uniform|crack|settled|open)/,
        ],
      ],
      "people may trip or fall",
    ],
    [
      "repair",
      [
        [
          /\b(?:rotted|rotten|cracked|loose|damaged|missing|buckled|warped|decayed|bulging) (?:siding|stucco|cladding|trim|fascia|soffits?|veneer|brick(?:work)?)/,
        ],
        [
          /\b(?:siding|stucco|eifs|cladding|trim|fascia|soffits?|veneer|clapboards?|shutters?|brick(?:s|work)?)\b/,
          /\b(?:rot|crack|loose|damaged|missing|gap|buckl|warp|hole|deteriorat|decay|bulg|spall|swollen|delaminat|open|separat|soft|water|no clearance|clearance|contact)/,
        ],
      ],
      "the outside skin of the house is damaged",
    ],
    [
      "maintenance",
      [
        [
          /\b(?:peel|flak|blister|faded|worn) paint|\b(?:re-?caulk|needs? caulk|missing caulk|failed caulk|cracked caulk)/,
        ],
        [/\bpaint\b/, /\b(?:peel|flak|blister|worn|fail|need)/],
        [/\b(?:caulk|sealant\b)/, /\b(?:missing|crack|deteriorat|fail|shrunk|gap|needed|worn|separat|old|dried|aged)/],
      ],
      "paint or caulk needs care",
    ],
  ],
  "Insulation and ventilation": [
    [
      "repair",
      [
        [/\bvent(?:s|ed|ing)? (?:in)?to the attic/],
        [
          /\b(?:bath(?:room)?|kitchen|exhaust|range|laundry|vent)(?: exhaust| hood| vent)? (?:fans?|vents?|ducts?|hoods?)\b/,
          /\b(?:attic|crawl|soffit|not (?:vent|duct)|disconnected|terminat|inoperative|inoperable|noisy|does not|did not|not work|indoors|inside|recirculat)/,
        ],
      ],
      "damp air is blown into the attic",
    ],
    [
      "repair",
      [
        [
          /\b(?:(?:insulation|attic ventilation|soffit vents?|ridge vents?|exhaust fan|bath fan|bathroom fan|ventilation))/,
        ],
      ],
      "heat or damp air is not kept where it belongs",
      true,
    ],
    [
      "repair",
      [
        [/\b(?:inadequate|insufficient|low|thin|missing|fallen|damaged|wet|poor|limited) (?:insulation|ventilation)/],
        [
          /\binsulation\b/,
          /\b(?:thin|low|inadequate|insufficient|fall|compress|displaced|disturbed|wet|damaged|upside|backwards?|exposed|uneven|below|only|hang|sparse|poor|down|paper)/,
        ],
        [/\b(?:soffit|attic|foundation|crawl ?space) vents?\b/, /\b(?:block|cover|missing|damaged|paint|screen|clog)/],
        [/\b(?:attic|roof) ventilation\b/, /\b(?:inadequate|insufficient|poor|limited|marginal)/],
      ],
      "insulation or air flow is too little",
    ],
    [
      "repair",
      [
        [
          /\b(?:stains?\b|staining\b|wet\b|moisture\b|daylight\b|frost\b|condensation\b|mold)/,
          /\b(?:attic|sheathing|rafters?|roof deck)/,
        ],
        [/\b(?:attic|sheathing)\b/, /\b(?:stain|wet|moisture|frost|condensation|mold|delaminat)/],
      ],
      "the attic is damp",
    ],
  ],
  Appliances: [
    [
      "safety",
      [
        [/\b(?:plastic|vinyl|foil) (?:dryer|duct|transition)/],
        [
          /\bdryer\b/,
          /\b(?:plastic|vinyl|foil|flex|crush|long|lint|clog|disconnected|attic|crawl|indoors|into|kink|screws?|missing|not vent|feet|improper|terminat|block)/,
        ],
        [/\blint\b/, /\b(?:build|dryer|vent|accumul)/],
      ],
      "lint in the dryer's duct may burn",
    ],
    ["safety", [[/\b(?:anti[- ]tip)/]], "the range may tip over", true],
    [
      "safety",
      [
        [/\banti[- ]tip\b/, /\bnot\b/],
        [/\b(?:range|stove|oven)\b/, /\b(?:not (?:anchored|secured)|tips?)/],
      ],
      "the range may tip over",
    ],
    [
      "repair",
      [
        [
          /\b(?:loose|broken|leaking|inoperable|unsecured|noisy|jammed) (?:dishwasher|disposal|disposer|oven|range|stove|cooktop|microwave|burner)/,
        ],
        [
          /\b(?:dishwasher|disposal|disposer|oven|range|stove|cooktop|microwave|refrigerator|burner|range hood|trash compactor|garbage disposal)s?\b/,
          /\b(?:inoperable|inoperative|not (?:work|operat|respond|function|heat|ignite|turn|secured|latch)|did not|does not|do not|leak|rust|loose|broken|noisy|jammed|frozen|damaged|missing|crack|unsecured|torn|worn)/,
        ],
      ],
      "an appliance does not work",
    ],
  ],
  "Windows and doors": [
    [
      "repair",
      [
        [
          /\b(?:fog(?:ged|gy|ging)?|cloudy|condensation|failed|broken|hazy|moisture)\b/,
          /\b(?:panes?|glass|seals?|windows?|glazing|insulated)\b/,
        ],
        [
          /\b(?:windows?|panes?|glass|glazing|thermal seals?|sash(?:es)?)\b/,
          /\b(?:fog|cloud|condensation|seals? (?:has|have|is|are)? ?(?:failed|broken)|lost (?:its|their) seal|crack|broken|shatter|loose)/,
        ],
      ],
      "a window's seal or glass is broken",
    ],
    [
      "repair",
      [
        [/\b(?:torn|missing|damaged) (?:window )?screens?\b|\b(?:missing|damaged|worn|torn) weather ?-?strip/],
        [
          /\b(?:windows?|doors?|sash(?:es)?|sliders?)\b/,
          /\b(?:stick|stuck|bind|rub|paint shut|not (?:open|close|latch|lock|stay|operat|seal)|hard to|difficult|drag|nailed|inoperable|broken|misalign|off (?:its )?track|torn|damaged|rot|gap|won't|fail to)/,
        ],
        [/\bweather ?-?strip/, /\b(?:missing|damaged|worn|torn)/],
      ],
      "a window or door does not work",
    ],
    [
      "safety",
      [
        [/\bsecurity bars?\b|\b(?:double[- ](?:cylinder|keyed)|keyed) (?:dead ?bolt|lock)s?/],
        [/\b(?:safety|tempered) (?:glass|glazing)\b/, /\b(?:not|no|missing|lack|should|needed)/],
        [/\b(?:no|not|missing|without|lacks?|non)\b[- ]?/, /\b(?:safety glass|tempered|safety glazing)/],
        [/\b(?:egress|escape)\b/, /\b(?:no|not|too|small|block|bars?|inadequate|lack|missing|high)/],
        [/\b(?:no|lacks?|without|inadequate|insufficient|blocked|missing)\b/, /\begress/],
      ],
      "the glass or the way out is not safe",
    ],
  ],
  Grounds: [
    [
      "repair",
      [
        [/\b(?:negative|improper|poor|reverse|inadequate|flat)/, /(?:grad|slope|drainage)/],
        [
          /\b(?:grad(?:e|ing)\b|slope\b|soil\b|yard\b|ground\b|patio\b|driveway\b|walk|lot\b|landscap|earth\b|drainage\b)/,
          /\b(?:toward|towards|to the (?:house|foundation|home)|negative|against|above the (?:siding|sill|weep)|flat|pond|poor|improper|inadequate|too high|covers? the weep|high)/,
        ],
      ],
      "rain water runs toward the house",
    ],
    [
      "repair",
      [
        [
          /\b(?:cracked|settled|heaved|leaning|uneven|broken|spalled) (?:driveway|walkway|sidewalk|patio|slab|retaining wall|fence|walk|stoop)/,
        ],
        [
          /\b(?:driveway|walkway|sidewalk|patio|walks?|slab|retaining walls?|fence|gate|stoop)s?\b/,
          /\b(?:crack|settl|heav|lean|broken|spall|uneven|damaged|rot|lift|erod|fail|bulg|loose|unlevel)/,
        ],
      ],
      "paving or a wall outside is damaged",
    ],
    [
      "safety",
      [
        [
          /\bpool\b/,
          /\b(?:barrier\b|fence\b|gate\b|alarm\b|drain cover\b|self[- ](?:latch|clos)|ungrounded\b|bond)/,
          /\b(?:missing|no|not|lack|inadequate|absent)/,
        ],
        [/\b(?:no|missing|lacks?|without)\b/, /\bpool (?:barrier|fence|alarm|gate)/],
      ],
      "a child could get into the pool",
    ],
  ],
  Interior: [
    [
      "repair",
      [
        [/\bwater[- ]stain|\bmoisture stain|\b(?:elevated|high) moisture\b|\bstained? (?:ceiling|wall|drywall)/],
        [
          /\b(?:ceilings?|walls?|drywall|plaster|subfloor|cabinet)\b/,
          /\b(?:water stain|stain|hole|damage|sag|wet|moisture|loose|soft|bulg|rot)/,
        ],
      ],
      "water has come in, or a surface is damaged",
    ],
    [
      "repair",
      [
        [/\b(?:cracked|loose|missing|damaged|worn)/, /(?:tiles?|grout|flooring)/],
        [
          /\b(?:tiles?\b|grout\b|floor|carpet\b|vinyl\b|hardwood\b|laminate\b)/,
          /\b(?:crack|loose|missing|buckl|stain|torn|damaged|cupp|soft|squeak|worn|lift|hollow|rot|warp)/,
        ],
      ],
      "a floor or its tiles are damaged",
    ],
    [
      "maintenance",
      [[/\b(?:hairline|minor|cosmetic|settlement|small) cracks?\b/, /\b(?:wall|ceiling|drywall|plaster)/]],
      "small cracks that are common",
    ],
  ],
};

export const hazards: readonly Hazard[] = Object.entries(bySystem).flatMap(([system, rows]) =>
  rows.map(([severity, signs, plain, isLack = false]) => ({ system, severity, signs, plain, isLack })),
);
