/** Draws the demo's photos of properties: houses as flat shapes, each in its own form, colours and hour of the day. */
import { type Colours, forms, gardens, hours } from "./house-parts.ts";

/** Twice the larger width that pages show, so that they stay sharp on dense screens. */
const size = { width: 700, height: 525 };

interface Features extends Omit<Colours, "glass"> {
  readonly form: keyof typeof forms;
  readonly hour: keyof typeof hours;
  readonly trees: keyof typeof gardens;
}

const houses: Readonly<Record<string, Features>> = {
  moss: {
    form: "bungalow",
    hour: "noon",
    wall: "#7d8f78",
    roof: "#4c4a46",
    trim: "#f1ede2",
    door: "#a23f34",
    trees: "maple",
  },
  brick: {
    form: "twoStorey",
    hour: "overcast",
    wall: "#a8604b",
    roof: "#4a3f3c",
    trim: "#f0e6d8",
    door: "#2f4a43",
    trees: "oak",
  },
  plank: {
    form: "condominium",
    hour: "dusk",
    wall: "#8a8f9a",
    roof: "#3d424c",
    trim: "#e8eaee",
    door: "#3d424c",
    trees: "bare",
  },
  clay: {
    form: "townhouse",
    hour: "morning",
    wall: "#c98f6b",
    roof: "#5a4a45",
    trim: "#f3e9da",
    door: "#34504c",
    trees: "cherry",
  },
  drift: {
    form: "rambler",
    hour: "noon",
    wall: "#cfd2c6",
    roof: "#6a5e55",
    trim: "#fbf8ef",
    door: "#2f5d50",
    trees: "firs",
  },
  glass: {
    form: "contemporary",
    hour: "dusk",
    wall: "#3f454c",
    roof: "#2b2f35",
    trim: "#d9dcdc",
    door: "#8c6a4c",
    trees: "bare",
  },
  linen: {
    form: "bungalow",
    hour: "morning",
    wall: "#e6dcc6",
    roof: "#7a5a48",
    trim: "#fdf9ef",
    door: "#3c6a79",
    trees: "cherry",
  },
  slate: {
    form: "twoStorey",
    hour: "noon",
    wall: "#6f7f8b",
    roof: "#3a4149",
    trim: "#eef1f2",
    door: "#d0a24a",
    trees: "firs",
  },
  loft: {
    form: "condominium",
    hour: "morning",
    wall: "#b7684e",
    roof: "#4b3a36",
    trim: "#f4e7d8",
    door: "#4b3a36",
    trees: "oak",
  },
  fern: {
    form: "rambler",
    hour: "overcast",
    wall: "#8fa08a",
    roof: "#4f5a52",
    trim: "#f2f0e6",
    door: "#8c3b34",
    trees: "maple",
  },
  harbour: {
    form: "contemporary",
    hour: "noon",
    wall: "#e8e6df",
    roof: "#5c6a72",
    trim: "#39434a",
    door: "#a9835c",
    trees: "oak",
  },
  barn: {
    form: "twoStorey",
    hour: "morning",
    wall: "#f2efe6",
    roof: "#3f4a44",
    trim: "#5c6b5f",
    door: "#a23f34",
    trees: "firs",
  },
  rose: {
    form: "townhouse",
    hour: "noon",
    wall: "#b98a8f",
    roof: "#574a52",
    trim: "#f3e6e4",
    door: "#574a52",
    trees: "bare",
  },
  cedar: {
    form: "cabin",
    hour: "overcast",
    wall: "#a9764e",
    roof: "#3d4a45",
    trim: "#ead9bd",
    door: "#2f4a43",
    trees: "firs",
  },
  pier: {
    form: "cabin",
    hour: "dusk",
    wall: "#c49a6c",
    roof: "#4a3f4f",
    trim: "#f0dfc4",
    door: "#6d3b3a",
    trees: "firs",
  },
};

/** Names of the houses there are drawings of. */
export const houseNames: readonly string[] = Object.keys(houses);

/** Gives a house as WebP, as large as pages need it. @throws Error for a name that is none of `houseNames` */
export async function drawHouse(name: string): Promise<Buffer> {
  const features = houses[name];
  if (!features) throw new Error(`There is no house called ${name}.`);
  const { default: sharp } = await import("sharp");
  return sharp(Buffer.from(svgOf(features)), { density: 96 })
    .resize(size)
    .webp({ quality: 78, effort: 0 })
    .toBuffer();
}

function svgOf({ form, hour, wall, roof, trim, door, trees }: Features): string {
  const { sky, hills, lawn, path, glass } = hours[hour];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 400 300">
<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${sky[0]}"/><stop offset="1" stop-color="${sky[1]}"/></linearGradient></defs>
<rect width="400" height="300" fill="url(#sky)"/>
<path d="M0 214c60-34 110-38 170-16s120 20 230-18v120H0z" fill="${hills}"/>
<rect y="244" width="400" height="56" fill="${lawn}"/>
<path d="M186 250h28l34 50h-96z" fill="${path}"/>
${gardens[trees]}
${forms[form]({ wall, roof, trim, door, glass })}
</svg>`;
}
