/** The fifteen rows of the measured list: the same words for the framework's table and for the canned JSON:API answer. */

export interface Row {
  id: string;
  name: string;
  email: string;
  phone: string;
  lastActivityAt: string;
  areas: string[];
}

const names = [
  "Maya Okafor",
  "Daniel Brandt",
  "Priya Raman",
  "Tomás Herrera",
  "Wen Zhang",
  "Aisha Bello",
  "Jonas Keller",
  "Sofia Marino",
  "Liam O’Connor",
  "Hana Suzuki",
  "Noah Lindqvist",
  "Fatima Haddad",
  "Grace Mbeki",
  "Ethan Clarke",
  "Chloé Martin",
];
const areas = ["Ballard", "Fremont", "Queen Anne", "Wallingford", "Green Lake", "Phinney Ridge", "Kirkland"];

export const rows: readonly Row[] = names.map((name, index) => ({
  id: `00000000-0000-4000-8000-${String(index + 1).padStart(12, "0")}`,
  name,
  email: `person${index + 1}@client.example`,
  phone: `+1 206 555 01${String(index + 10)}`,
  lastActivityAt: new Date(Date.UTC(2026, 0, 28 - index, 15, 12)).toISOString().replace("Z", "456Z"),
  areas: areas.slice(index % 5, (index % 5) + 1 + (index % 3)),
}));
