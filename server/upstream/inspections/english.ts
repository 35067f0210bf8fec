/** The words of reports in English. */
import { hazards } from "./hazards.ts";
import { englishParts } from "./systems.ts";
import type { Words } from "./wording.ts";

export const english: Words = {
  hazards,
  parts: englishParts,
  defects: [
    {
      severity: "safety",
      signs: [
        [
          /\b(?:hazard(?:s|ous)?\b|unsafe\b|dangerous\b|danger\b|safety (?:concern|issue|defect|risk)s?\b|shock\b|electrocution\b|fire risk\b|gas leaks?\b|ungrounded\b|not grounded\b|scald|could fall\b|may fall\b|injur)/,
        ],
      ],
    },
    {
      severity: "safety",
      signs: [
        [
          /\b(?:no|lacks?|without|missing|not installed)\b/,
          /\b(?:smoke|carbon monoxide|gfci|handrails?|guardrails?|anti-tip|fire separation|self-closing)\b/,
        ],
      ],
    },
    {
      severity: "major",
      signs: [
        [
          /\b(?:structural (?:defects?|damage|movement|failure|engineer)\b|horizontal cracks?\b|displace|settlement\b|bowed\b|collaps|(?:near|at|past|beyond|exceeded) (?:the end of )?(?:its|their|the) (?:expected |normal |typical )?(?:service |useful |design |expected )?life\b|end of (?:its|their|the)? ?(?:service |useful |typical )?life\b|(?:[0-5]|one|two|three|four|five|few) (?:more )?years of (?:service |useful |remaining |serviceable )?life\b|significant|major\b|failed\b|failing\b|active(?:ly)? leak|water (?:intrusion|entry|damage|infiltration|penetration)\b|flood|termites?\b|infestation\b|sagging\b|sags\b|leans\b|leaning\b)/,
        ],
      ],
    },
    {
      severity: "monitor",
      signs: [
        [/\b(?:monitor(?:ed|ing)?|keep an eye|hairline|watch for|noisy|minor settling|no action (?:is )?needed now)\b/],
      ],
    },
    {
      severity: "maintenance",
      signs: [
        [
          /\b(?:clean(?:ed|ing)?\b|dirty\b|caulk|re-?seal|repaint|peel|touch[- ]up\b|lubricat|routine\b|maintenance\b|overgrown\b|full of (?:leaves|debris|needles)\b|servic(?:ed|ing)\b|re-?grout|debris\b|not been serviced\b|needs? paint|faded\b|squeak|trim(?:med)? back\b|overdue\b)/,
        ],
      ],
    },
    {
      severity: "repair",
      signs: [
        [
          /\b(?:leak(?:s|ed|ing|y|age)?|drip(?:s|ped|ping)?|broken?|breaks|damaged?|missing|absent|crack(?:s|ed|ing)?|loose|torn|tear|rot(?:s|ted|ten|ting)?|decay|rust(?:s|ed|y|ing)?|corro|inoperable|inoperative|not (?:properly|fully|adequately|securely|correctly|work|function|operat|bolted|secur|connect|vent|seal|insulat|attach|support|fasten|anchor|level|plumb|protected|slop|latch|clos|open|drain|extend|complete|continuous|turn|reach|flush|respond|install)|disconnect|detach|separat|stuck|sticks?|bind(?:s|ing)?|rubs|defect|deficien|improper|incorrect|wrong|poor(?:ly)?|inadequate|insufficient|undersized|oversized|unsupported|unsecured|unsealed|unprotected|uninsulated|unvented|unfinished|unlevel|uneven|stain(?:s|ed|ing)?|worn|wear|deteriorat|weather(?:ed|ing)|clogged|blocked|blocks|obstruct|exposed|uncovered|gaps?|holes?|chip(?:s|ped)?|split(?:s|ting)?|warp|buckl|cupp(?:ed|ing)|bent|kinked|dent(?:s|ed)?|burn(?:t|ed)|scorch|fray|curl|lift(?:s|ed|ing)|brittle|slip(?:ped|s)|slack|ponding|standing water|damp|moisture|wet|soaked|efflorescence|mou?ld|mildew|rodents?|droppings|fogg|cloudy|condensation|overheat|trip hazard|obsolete|outdated|recalled|aged|reversed|backwards?|wobbl|rock(?:s|ed|ing)|settled|heav(?:ed|es|ing)|tilt|spall|erod|erosion|undermined|bulg|delaminat|swollen|soft|unstable|shak(?:y|es)|noise|hums|runs? (?:continuously|constantly|on)|short[- ]cycl|(?:did|does|do|would|will|could) not |doesn't|didn't|don't|won't|wouldn't|fail(?:s|ed)? to|unable to|no longer|too (?:short|low|high|close|small|long|wide|large|hot|far|near|narrow|few|thin|steep)|only (?:one|two|three|four|five|six|\d+)|instead of|rather than|(?:needs?|requires?|in need of) (?:repair|replac|attention|correct|adjust|service|reattach|secur|seal|support|extension|to be)|(?:should|must) be (?:repaired|replaced|corrected|added|installed|extended|moved|secured|reattached|re-?attached|fastened|sealed|rerouted|removed|adjusted|fixed|upgraded|raised|lowered|covered|protected|relocated|capped|insulated|rebuilt|supported)|recommend (?:repair|replac|correct)|(?:was|were|is|are) (?:cut|notched|patched|painted shut|open|low|slow|thin)\b|(?:is|are|was|were) not (?!a concern|unusual|required|needed|necessary|part|within|meant|uncommon)|cannot|can't|caked|dust|crumbl|shed(?:s|ding)?|shows? through|touch(?:es|ing)|rests? (?:on|against)|scrap(?:e|es|ing)|(?:come|came|coming|fallen|falls?|fell|pull(?:s|ed)?) (?:off|apart|away|loose|down|out)|falls? (?:toward|back)|mov(?:es|ed|ement)|gives? way|flimsy|flak|hollow|trickle|dropped|swapped|scattered|growing|growth|(?:held|supported|secured|fastened) (?:only )?(?:by|with) (?:nails|tape|wire|string|rope|a (?:jack|single))|screw jacks?|ran from|spills?|sprays?|lost|slow(?:ly)? (?:to )?drain|drains? slow|toward (?:the )?(?:house|foundation|home|structure)|(?:ends?|terminates?|vents?|discharges?|empties|drains?|exhausts?) (?:in|into|inside|beside|next to|at|onto|against|near|over|above|below|under)\b(?! the outside)|(?:ends?|vents?|discharges?|drains?|exhausts?) to the (?:crawl|attic|basement|ground|garage|grade|soffit)|nailed|tarred|taped|makeshift|amateur|non-?standard|unprofessional|non-?compliant|abandoned|leaning|sloped?s? (?:toward|back))/,
        ],
      ],
    },
    {
      severity: "repair",
      signs: [
        [
          /\b(?:no|lacks?|lacking|without)\b/,
          /\b(?:caps?\b|cover(?: ?plates?)?\b|screens?\b|flashing\b|insulation\b|barriers?\b|gutters?\b|downspouts?\b|splash ?blocks?\b|extensions?\b|straps?\b|brackets?\b|clamps?\b|vents?\b|trap\b|drip leg\b|tanks?\b|pan\b|loop\b|air gap\b|shut-?offs?\b|disconnect\b|bonding\b|bond\b|ground\b|labels?\b|knobs?\b|handles?\b|latch|locks?\b|stoppers?\b|weather ?-?strip|caulk|sealant\b|grout\b|closers?\b|sensors?\b|balusters?\b|guards?\b|rails?\b|alarms?\b|detectors?\b|dampers?\b|arrest[oe]rs?\b|supports?\b|hangers?\b|nails\b|bolts?\b|anchors?\b|clearance\b|protection\b|breakers?\b|drains?\b|hood\b|fans?\b|receptacles?\b|outlets?\b|lights?\b|switch|heat source\b|connectors?\b|bushings?\b|footings?\b|post bases?\b)/,
        ],
      ],
    },
  ],
  fine: [
    [
      /\bno (?:evidence|signs?|indications?|visible|apparent|significant|major|obvious|notable|unusual) |\bno (?:defects?\b|concerns?\b|issues?\b|deficienc|problems?\b|leaks?\b|damage\b|cracks?\b|stains?\b|repairs?\b)|\bnone (?:observed|found|noted|visible|detected|seen)\b|\bfree (?:of|from)\b|\bnot (?:observed|found|noted|damaged|leaking|visible)\b|\bnothing (?:unusual|of concern)\b|\b(?:satisfactor|serviceable\b|functional\b|operational\b|operated\b|functioned\b|normal(?:ly)?\b|(?:as|was) (?:intended|designed|expected)\b|within (?:the )?(?:normal|acceptable|expected) (?:range|limits)\b|(?:good|acceptable|fair|adequate|sound|serviceable|working) (?:condition|order|shape|working order)\b|well[- ](?:maintained|sealed|supported|secured)\b|in place\b|responded\b|worked\b|properly (?:installed|vented|sealed|supported|secured|grounded|sized|connected|bonded)\b|securely (?:attached|fastened|anchored)\b|appear(?:s|ed) (?:to be )?(?:neat|sound|intact|adequate|normal|level|straight|dry|new|recent|in (?:good|fair|serviceable))\b|(?:is|are|was|were) (?:neat|sound|intact|level|straight|dry)\b|is adequate\b|are adequate\b|looks? good\b)/,
    ],
    [
      /\bno\b(?! (?:visible )?(?:bolts?|anchors?|straps?|flashing|insulation|hangers?|handrails?|guardrails?|drip edge|kick-?out|sediment trap|expansion tank|bonding|shut-?off|weep holes?|lateral|fire ?blocking)\b)/,
      /\b(?:observed|found|noted|visible|detected|evident|seen|needed|required|apparent|reported)\b/,
    ],
  ],
  limits:
    /\b(?:(?:not|never) (?:been )?(?:fully |completely |safely )?(?:be )?(?:inspected|tested|operated|visible|accessible|entered|evaluated|opened|determined|included|viewed|examined|observed|verified|walked|moved|checked|assessed|seen|reviewed|reached|run|confirmed)|inaccessible|limited (?:by|to|access|view)|(?:beyond|outside) the scope|obscured|concealed|hidden by|blocked (?:from )?(?:view|access)|limitations?|snow)\b/,
  general: [
    [
      /\b(?:liab(?:le|ility)|warrant(?:y|ies)|standards? of practice|copyright|scope of|not intended|does not include|is limited to|client (?:agrees|should|is advised|acknowledges)|unless noted|for example|may (?:develop|occur)|(?:is|are) not required|shall (?:inspect|not|describe|report)|inspector (?:is|shall|does|did|will|has|recommends that all)|we (?:do not|cannot|can't|are not|inspect|look for|hope|thank|test)|thank you|please (?:call|contact|read|review|feel|note)|all rights reserved|exclusive use|not a (?:guarantee|code)|such as these|items? (?:marked|listed|shown|rated|in this)|(?:denotes?|indicates? (?:that )?(?:the|a|an) (?:item|component|system|condition)|refers to)|many (?:houses|homes|older)|all (?:houses|homes)|most (?:houses|homes)|every (?:house|home)|houses of this (?:age|era)|typical(?:ly)? (?:for|of) (?:houses|homes)|buyers? (?:should|are|is)|you should (?:know|read|expect))\b/,
    ],
    [
      /\b(?:this|the|our|your) (?:report|inspection|inspector|company|agreement|form|section|page|summary|table|list|photos?)\b/,
      /\b(?:is|are|was|were|does|do|did|will|has|may|can|should|shall|must|lists?|shows?|contains?|covers?|describes?)\b/,
    ],
  ],
  aim: [
    [/\b(?:to|in order to|so as to) (?:prevent|avoid|reduce|minimi[sz]e|help|protect|keep)\b/],
    [
      /\b(?:should|must|need to) be\b/,
      /\b(?:monthly|annually|yearly|weekly|quarterly|regularly|periodically|every|once|twice|at least|each)\b/,
    ],
    [
      /\b(?:clean|test|replace|change|check|service)\b/,
      /\b(?:monthly|annually|yearly|weekly|every|once|twice|regularly)\b/,
    ],
  ],
  turn: /[;]|\b(?:but|however|except|although|though|while|yet)\b/,
  advice: [
    [
      /\b(?:repair|replacement|correction|further evaluation|evaluation) (?:is|are) (?:needed|required|recommended|advised|suggested)\b|\b(?:have|get) (?:this|it|these|them) \w+ed\b/,
    ],
    [/\b(?:this|these|it|they|that)\b/, /\b(?:should|must|needs?|ought)\b/],
    [/\b(?:recommend|suggest|advise)/, /\b(?:repair|replac|correct|evaluat|install|add|remov|secur|seal)/],
    [
      /\bhave (?:this|it|them|these|a|an|the)\b/,
      /\b(?:repair|replac|correct|fix|check|electrician|plumber|roofer|contractor|mason|carpenter|engineer|specialist|care of|look)/,
    ],
  ],
  lack: {
    before:
      /\b(?:no|lacks?|lacking|lack of|without|missing|absent|omitted|not (?:have|installed|present|provided)|needs? an?|add(?:ing)?|install)\b/,
    after:
      /\b(?:missing|absent|lacking|omitted|not (?:installed|present|provided|found|fitted|in place)|(?:is|are|was|were) (?:none|needed|required|recommended)|(?:should|must|needs? to) be (?:added|installed))\b/,
  },
  again: /^(?:it|its|this|these|they|their|that|those|such|both|which|have|has|water|budget|repair|replace|we)\b/,
  negation: [/\b(?:no|free of|not any|neither|nor|never|absence of|rather than|replaced the)\b/],
};
