/**
 * What the demo's inspectors write: by section, how it was looked at, and below that what may be found, one a line. Each report
 * takes some of the findings of each section.
 */
export const reportSections = `
# Roof and exterior
The roof covering is asphalt shingle in one layer, looked at from the eaves by ladder and from the ground with binoculars. Siding, trim, gutters, decks and walks were walked around once.
- Missing shingles on the west slope. Several shingles are missing near the ridge on the west slope, and the felt below is torn. A roofing contractor should replace them before the rainy season. Budget $650 to $1,100.
- Roof covering near the end of its life. The shingles have lost most of their granules and are near the end of their service life. Plan to replace the roof covering within two to four years. Budget $14,000 to $19,500.
- Gutters full of debris. The gutters are full of leaves and needles at the north side, and water runs over behind them. They should be cleaned twice a year. Budget $180 to $300.
- Deck ledger not bolted. The ledger of the rear deck is nailed and not bolted to the house. It should be secured with structural screws or bolts. Budget $400 to $900.
- Loose handrail at the front steps. The handrail at the front steps is loose and moves when it is leaned on. Re-anchor the posts. Budget $150 to $350.
- Paint peeling on the south side. Paint is peeling on the window trim of the south side. Scrape and repaint before bare wood takes in water. Budget $500 to $1,200.
- Grade slopes toward the house. The soil at the east side slopes toward the foundation and was damp after two dry days. Regrade so that water runs away from the wall. Budget $600 to $1,800.
# Foundation and structure
Foundation walls are poured concrete over a crawl space that was entered from the hatch in the hall closet. The attic was seen from its hatch and from the walkway.
- Hairline cracks in the foundation. Two hairline cracks run down the north wall, each less than an eighth of an inch wide and dry. Monitor them once a year and seal them if they widen.
- Settlement at the south-east corner. The south-east corner shows settlement: the floor drops three quarters of an inch over eight feet and the wall above has displaced. A structural engineer should look at it before the offer is firm. Budget $6,500 to $14,000.
- Vapor barrier torn in the crawl space. The plastic on the soil of the crawl space is torn and pulled back over about a third of the area. Replace it so that ground moisture stays out of the framing. Budget $700 to $1,400.
- Carpenter ants in the sill. Carpenter ants and their frass were seen at the sill below the kitchen, an active infestation. A pest control operator should treat it and open the wall to see how far the damage goes. Budget $1,200 to $3,800.
- Thin attic insulation. The attic has about six inches of loose fill, a third of what is usual today. Adding insulation to R-49 would lower heating costs. Budget $1,600 to $2,600.
- Bath fan ends in the attic. The fan of the upper bath blows into the attic and is not vented to the outside; the sheathing above it is stained. Run a duct to the roof. Budget $250 to $500.
# Electrical
The service is 200 amperes, underground, with a panel in the garage. The cover was taken off. A representative number of outlets, switches and lights was tried.
- DuplicateEntry-tapped breaker. Two wires share one screw at breaker 14, a double-tapped breaker that was not made for two. An electrician should move one of them. Budget $150 to $300.
- No GFCI protection at the kitchen counter. The outlets within six feet of the kitchen sink have no GFCI protection, a shock hazard. Replace them with GFCI outlets. Budget $180 to $350.
- Panel known to fail. The panel is of a make whose breakers have failed to trip in tests, a fire hazard. Have an electrician replace the panel. Budget $2,800 to $4,200.
- Ungrounded outlets upstairs. Three outlets in the rear bedroom are ungrounded though they take three-prong plugs. Ground them or protect them by GFCI. Budget $250 to $600.
- Open junction box in the crawl space. A junction box below the hall has no cover, and its conductors are exposed. Fit a cover. Budget $80 to $150.
- Porch light not working. The light at the back porch does not work with a new bulb. Replace the fixture. Budget $120 to $220.
# Plumbing
Water supply is copper and PEX from the street. Waste pipes are ABS where they could be seen. Each fixture was run for several minutes.
- Water heater past its expected life. The water heater was made seventeen years ago and is past its expected life; there is rust at the lower seam. Replace it before it leaks. Budget $1,600 to $2,400.
- No expansion tank. The supply has a pressure regulator, and the water heater lacks an expansion tank. Add one when the heater is replaced. Budget $250 to $400.
- Slow leak below the kitchen sink. The trap below the kitchen sink leaks, and the cabinet floor is stained and swollen. Replace the trap and dry the cabinet. Budget $150 to $450.
- Toilet loose on the floor. The toilet of the hall bath is loose on its flange. Reset it with a new ring and look at the floor below. Budget $200 to $600.
- Sewer line with roots. The camera showed roots in the side sewer at 42 feet and a belly that holds water. Clean the line now, and expect a repair at that place. Budget $3,500 to $8,500.
- Tub drain slow. The tub of the upper bath drains slowly. Clean the stopper and trap. Budget $90 to $180.
- Caulk missing at the shower. Caulk is missing where the shower meets its pan. Re-seal the joint so that water stays out of the wall. Budget $60 to $150.
# Heating and cooling
A gas furnace in the crawl space heats by ducts; it was run by its thermostat through one full cycle. Age and model were read from the plate.
- Furnace past its expected life. The furnace is 22 years old and past its expected life. It ran, but the heat exchanger is rusted. Plan to replace it. Budget $5,200 to $7,800.
- Furnace not serviced. There is no record of service in the last two years, and the filter is dirty. Have it cleaned and serviced annually. Budget $160 to $260.
- Duct disconnected in the crawl space. A supply duct is disconnected below the dining room and blows warm air into the crawl space. Reconnect and seal it. Budget $180 to $400.
- Flue not sloped. The flue of the furnace runs level for nine feet and is rusted at its lowest joint, a safety concern because exhaust can spill. Have it rebuilt with a rising slope. Budget $450 to $900.
- Heat pump noisy. The outdoor unit is noisy at the start and quiet after a minute. Watch for it, and mention it at the next service.
# Interior and safety
All rooms were entered. Windows and doors were tried in each room, appliances through one cycle.
- Smoke alarms missing in two bedrooms. Smoke alarms are missing in two bedrooms, and none of those present is younger than ten years. Replace all of them. Budget $150 to $300.
- No carbon monoxide alarm. There is no carbon monoxide alarm on the sleeping floor, though the furnace burns gas. Add one today. Budget $40 to $80.
- Fogged window panes. Four windows of the living room have failed seals and are fogged between the panes. Replace the glass. Budget $1,100 to $2,000.
- Stain on the dining room ceiling. There is a brown stain two feet wide on the ceiling of the dining room, damp to the meter: an active leak from the bath above. Find its source before it is painted over. Budget $400 to $1,500.
- Range without anti-tip bracket. The range is not secured and tips forward: it lacks its anti-tip bracket. Budget $30 to $90.
- Stairs without a handrail. The stairs to the basement have no handrail over eight steps. Add one. Budget $250 to $450.
- Door rubs at the frame. The door of the rear bedroom rubs at its frame and needs to be planed. Budget $60 to $120.
`;
