/** An inspection report as inspectors write them, page by page: with headings, running lines, disclaimers and tables. */

const running = (page: number) =>
  `Cascade Home Inspections LLC\n4182 Juniper Ridge Road, Bend, OR\n`.concat(`Page ${page} of 6\n\n`);

const pages = [
  `PROPERTY INSPECTION REPORT

Prepared for: Maya Lindqvist
Date of inspection: May 14, 2026

Overview

This is a two-story wood-frame house of about 2,340 sq. ft. built in 1987. It was occupied at the time of the inspection, and
the weather was dry and 64 degrees. Overall the house has been maintained well, but the roof and the electrical panel need
attention before closing. We recommend that a licensed electrician and a roofing contractor evaluate the items below within
10 days.

This report has been prepared for the exclusive use of the client. The inspector assumes no liability for concealed conditions
and gives no warranty, as the standards of practice say.`,

  `ROOF

The roof covering is asphalt shingle, estimated to be 22 years old and near the end of its service life. Several shingles are
missing on the north slope above the garage, and the underlayment is exposed. We recommend replacement of the roof covering by a
licensed roofer. Estimated cost: $14,500 to $18,200.

Flashing at the chimney is loose and has been sealed with tar. It should be repaired to prevent water entry. Estimated cost:
$450 - $700.

Gutters are full of leaves and should be cleaned twice a year.

The attic ventilation is satisfactory. No leaks were observed in the attic at the time of the inspection.`,

  `ELECTRICAL

• The main panel is a Federal Pacific Stab-Lok panel, which is a known fire hazard. Replace the panel. Budget about $2,800.
• Receptacles in the kitchen within 6 ft. of the sink have no GFCI protection, which is a shock hazard.
• One light switch in the upstairs hall does not work. Repair as needed ($120).

Smoke alarms are present on each floor and responded to the test button. A carbon monoxide alarm is missing on the upper floor
and must be installed before the sale under state law.`,

  `PLUMBING

Water pressure was measured at 62 psi, within the normal range. The water heater is a 50-gallon gas unit manufactured in 2011 and
is past its expected service life of 12 years; budget for replacement.

There is an active leak at the trap below the primary bathroom sink, and the cabinet floor is stained. Repair cost is
approximately $250.

The supply piping is copper and is in serviceable condition.

HEATING AND COOLING

The furnace was operated and responded normally. The filter is dirty; replace it every three months. The air conditioner could
not be tested because the outside temperature was too low. Monitor the condenser fan, which is noisy.`,

  `FOUNDATION AND STRUCTURE

A horizontal crack about 9 feet long was found in the east foundation wall, with displacement of 3/8 inch. This is a significant
structural defect, and a structural engineer must evaluate it before the inspection contingency expires on May 28, 2026. The cost
of repair cannot be estimated before that.

The crawl space was entered. No evidence of wood-destroying insects was found. The vapor barrier is torn near the access hatch.

EXTERIOR

The deck ledger board is not bolted to the house and the guardrail is loose: the deck is unsafe until it is repaired. Allow
$1,200 to $1,900 for this work.

Paint is peeling on the south-facing window trim; scrape and repaint as routine maintenance.`,

  `SUMMARY OF COSTS

Item                         Low        High
Roof covering             14,500      18,200
Chimney flashing             450         700
Electrical panel           2,800       2,800

Standards and limitations

The scope of this inspection is limited to what is visible and accessible. It is not intended to be technically exhaustive, and
does not include environmental hazards such as mold, asbestos or radon unless noted.

Copyright 2026 Cascade Home Inspections LLC. All rights reserved.`,
];

export const inspectionReport: readonly string[] = pages.map((page, index) => running(index + 1) + page);
