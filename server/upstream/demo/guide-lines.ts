/** What the demo's agents give to buyers: one paragraph a line, headings with a #, {names} filled in. */
export const guideLines = `
# Seeing {street}
Everybody who looks at {street} with us has this guide. It says in short what to look at, what happens when you want the house, and what it will ask of you afterwards.
Walk around it once outside before you go in. Look for the low side of the lot and where the water goes from there. Inside, open the windows on the street side and stand still for a minute: that is what evenings sound like.
Ask what stays. Washer, dryer and refrigerator often do in this county; curtains and shelves often do not. Whatever is said aloud, have it written down.
# The neighbourhood
{area} is best learned on foot. Come once in the morning, when people leave, and once after dark. Find the bus stop, the nearest grocery and the playground, and see how long they really take.
School boundaries move. The schools named with this property are those of today's map; the district decides each spring, and only its own map counts.
# Making an offer
An offer has a price, a closing date, the money that you put down, and the conditions under which you may still walk away. The usual ones are financing, inspection and title. Each has a number of days, and each of those days is counted from the moment that both have signed.
Earnest money shows that you mean it: one to three percent of the price is common here. It is held in escrow and goes toward the price at closing. If you leave under a condition that is still open, you have it back.
Offers on this street are usually looked at together on one day. We send yours in the morning of that day, with your lender's letter, and call the listing agent ourselves.
# Inspections
Have the house inspected by somebody you choose, and be there for the last hour. For houses older than forty years add a sewer camera; for those on a slope ask a geotechnical engineer what an hour costs.
The report will have thirty items. Five of them matter. We go through them with you and decide for each: ask for a repair, ask for a credit, accept it, or have it looked at again.
# What it costs
Beside the down payment expect closing costs of two to three percent of the price: loan fees, title and escrow, recording, and the first months of tax and insurance. The estimate that comes with this package has each line by itself.
Set aside one percent of the price for each year of living in it. Roofs last twenty-five years, furnaces eighteen, water heaters twelve; the report says how old these are.
# Closing
Two days before, we walk through once more: everything that was to be repaired is repaired, everything that was to stay is there, and nothing was damaged by the move. Then you sign, usually in an hour, and keys come when the county has recorded the deed.
Call us with anything, however small. {agent} answers on weekdays until seven, and on the day that offers are due whenever you need it.
`;

/** What sellers say of their house, in the same form. */
export const disclosureLines = `
This form is filled in by the seller, dated, and handed over before the first offer is looked at. An answer of "don't know" is an answer; a blank is none.
# Title
Easements, encroachments and boundary agreements; a first right of refusal; anybody else who uses a part of the lot.
# Water and sewer
Where the water comes from, any shortage in the last five years, irrigation rights. Sewer or septic: when it was last pumped and inspected, and what failed.
# Structure
Where the roof has leaked and when it was repaired, additions with and without permits, settling, and damage by insects or fire.
# Systems
The age of the furnace, the water heater and the panel; what is rented; anything that does not work.
# Environment
Flooding, slides and buried tanks; lead paint in houses that were built before 1978; noise that comes at certain hours.
# Common interests
The owners' association, what it costs a month and what is planned; walls, drives and fences that are shared.
`;

/** How agents read a report with their clients. */
export const readingLines: readonly string[] = [
  "1. Safety first: anything that can hurt somebody is repaired before closing, whoever pays.",
  "2. Then what is large: roof, foundation, sewer, panel, furnace. Ask for the age of each.",
  "3. Then water: where it comes in, where it stands, what it has stained.",
  "4. Everything else is maintenance. Put it on a list for the first year.",
  "For each item decide: repair, credit, accept, or have it verified by a trade.",
];

/** Whom the agents call. */
export const tradeLines = `
# Roof
Two days' notice, photographs in the report.
# Electrician
Panels and ungrounded outlets, usually within the week.
# Sewer camera
The same day if you call before noon.
# Structural engineer
A letter within three working days.
# Before you quote a price
Prices change in spring. Ask again before you quote one to a client.
`;
