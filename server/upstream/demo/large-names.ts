/** What the people and streets of the large demo are called: combined, these lists make more names than it has records. */

export const firstNames = [
  ..."Aaliyah Aarav Abigail Agnieszka Aiko Alejandro Amara Anaïs Anders Beatriz Benedikt Björn Caoimhe Chidi Chloé Dagny".split(
    " ",
  ),
  ..."Dimitri Eleanor Emeka Esther Fatima Felix Freya Gabriel Giulia Hana Henrik Ifeoma Inés Isaac Jean-Luc Jia Joaquín".split(
    " ",
  ),
  ..."Jorunn Kateryna Keiko Kwame Leilani Levi Łukasz Mahalia Mateus Mei Moira Nadia Nikhil Noémie Odalys Olamide Oskar".split(
    " ",
  ),
  ..."Pilar Quentin Rashid Renée Rosalind Saoirse Sébastien Søren Tamsin Thandiwe Tomás Uma Viktor Wren Yusuf Zoë".split(
    " ",
  ),
];

export const lastNames = [
  ..."Abara Adeyemi Ångström Baptiste Bianchi Blackwood Castellanos Choi Côté D'Angelo de-la-Fuente Delacroix Diallo".split(
    " ",
  ),
  ..."Eriksson Espinoza Farouk Ferreira Fitzgerald García-López Guðmundsson Hashimoto Hawthorne Horvat Ibáñez Ivanova".split(
    " ",
  ),
  ..."Jankowski Johansson Kamau Kowalczyk Lefèvre Lindgren MacGregor Maldonado McAllister Mbatha Müller Nakamura Nguyen".split(
    " ",
  ),
  ..."N'Diaye Novák O'Brien O'Callaghan O'Rourke Okonkwo Østergaard Papadopoulos Patel Pereira Quigley Rahman Rossi".split(
    " ",
  ),
  ..."Saint-Clair Schröder Silva Sinclair Szymański Takahashi Tremblay Underwood Vasquez Villanueva Whitfield Yamamoto Zapata Zhang".split(
    " ",
  ),
];

/** Longer than a column or a button: lists and menus must show them without breaking. */
export const longNames = [
  "Maximiliana Konstantinopolska-Wolfeschlegelsteinhausenbergerdorff",
  "Christopher Alexander Bartholomew Featherstonehaugh-Cholmondeley, trustee of the Featherstonehaugh family living trust",
  "Dr. Anastasia Papadimitrakopoulou-Konstantinidou and Dr. Theodoros Papadimitrakopoulos-Konstantinidis",
];

export const streets = [
  ..."Alder,Ash,Aurora,Beacon,Birch,Boren,Cascade,Cedar,Cherry,Cloverdale,Corliss,Dayton,Densmore,Dexter,Dogwood".split(
    ",",
  ),
  ..."Eastlake,Elm,Evanston,Fairview,Fauntleroy,Galer,Genesee,Hawthorn,Holly,Interlake,Juniper,King's Row,Latona".split(
    ",",
  ),
  ..."Laurel,Linden,Madrona,Magnolia,Meridian,Montlake,Morgan,Nob Hill,Oak,O'Dea,Orcas,Palatine,Peñaflor,Pike".split(
    ",",
  ),
  ..."Queen Anne,Ravenna,Roosevelt,St. Andrew's,Sycamore,Thorndyke,Union,Vashon,Walnut,Whitman,Yesler".split(","),
];

export const longStreet = "Old Snoqualmie Valley Schoolhouse and Upper Fall City Carriage";

/** Area, city and ZIP code. */
export const places = [
  ["Ballard", "Seattle", "98107"],
  ["Fremont", "Seattle", "98103"],
  ["Ravenna", "Seattle", "98115"],
  ["Capitol Hill", "Seattle", "98122"],
  ["Columbia City", "Seattle", "98118"],
  ["Magnolia", "Seattle", "98199"],
  ["West Seattle", "Seattle", "98116"],
  ["Beacon Hill", "Seattle", "98144"],
  ["Kirkland", "Kirkland", "98033"],
  ["Edmonds", "Edmonds", "98020"],
  ["Shoreline", "Shoreline", "98133"],
  ["Kenmore", "Kenmore", "98028"],
  ["Renton Highlands", "Renton", "98056"],
  ["Mercer Island", "Mercer Island", "98040"],
] as const;

export const houseTypes = ["Craftsman", "Townhouse", "Condominium", "Rambler", "Tudor", "Contemporary"];
export const listingAgents = ["Lena Moss", "Harper Lin", "Victor Sandoval", "Nadia Brenner", null];

/** The agents' own words, where they are in use: of half the records one or two. */
export const leadSources = ["Referral", "Website", "Open house", "Past client", "Sign call", "Social media"];
export const clientTags = [
  "First-time buyer",
  "Relocation",
  "Investor",
  "Cash",
  "Downsizing",
  "Selling too",
  "VA loan",
];
export const packageTags = ["View", "Fixer-upper", "Pets allowed", "Waterfront", "New construction", "Schools"];
