/** Draws the demo's photos: people as flat shapes, each of its own hair, clothes and background. */

/** Twice the larger width that lists show, so that they stay sharp on dense screens. */
const side = 400;

interface Features {
  readonly background: string;
  readonly skin: string;
  readonly hair: string;
  readonly style: keyof typeof styles;
  readonly clothes: string;
  readonly collar: string;
  readonly extra?: keyof typeof extras;
}

/** Drawn behind and before the head, in a field of 200 by 200. `fill` is the hair's colour. */
const styles = {
  bob: {
    behind: '<path d="M52 96c0-34 20-56 48-56s48 22 48 56v34c0 8-6 12-14 12H66c-8 0-14-4-14-12z"/>',
    before: '<path d="M62 92c0-28 14-46 40-46 24 0 38 18 36 46-14-4-26-12-32-24-8 14-24 22-44 24z"/>',
  },
  long: {
    behind: '<path d="M50 98c0-36 20-60 50-60s50 24 50 60v62c-8 8-92 8-100 0z"/>',
    before: '<path d="M62 91c0-28 16-45 38-45s38 17 38 45c-13-3-28-10-37-22-9 12-25 20-37 22z"/>',
  },
  bun: {
    behind: '<circle cx="100" cy="36" r="18"/><path d="M58 92c0-30 18-48 42-48s42 18 42 48z"/>',
    before: '<path d="M60 92c0-28 18-46 40-46s40 18 40 46c-10-16-24-24-40-24s-30 8-40 24z"/>',
  },
  crop: {
    behind: "",
    before:
      '<path d="M60 92c-4-30 14-50 40-50 28 0 44 20 40 50l-6 2c0-12-4-20-10-26-16 6-36 6-48 0-6 6-10 14-10 26z"/>',
  },
  curls: {
    behind: [
      [64, 84],
      [60, 104],
      [72, 64],
      [90, 52],
      [112, 52],
      [130, 64],
      [138, 84],
      [140, 104],
    ]
      .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="18"/>`)
      .join(""),
    before: '<path d="M60 88c0-26 16-42 40-42s40 16 40 42c-12-12-26-16-40-16s-28 4-40 16z"/>',
  },
  parted: {
    behind: "",
    before:
      '<path d="M60 96c-6-34 12-54 42-54 26 0 44 20 38 54l-6-2c-2-12-6-20-14-26-14 2-30-2-38-10-2 14-10 24-16 36z"/>',
  },
  bald: { behind: "", before: "" },
};

const extras = {
  glasses:
    '<g fill="none" stroke="#2b2f36" stroke-width="3"><circle cx="84" cy="102" r="12"/><circle cx="116" cy="102" r="12"/><path d="M96 102h8"/></g>',
  beard:
    '<path class="hair" d="M65 106c2 28 16 44 35 44s33-16 35-44c-6 12-16 16-22 14-8-3-18-3-26 0-6 2-16-2-22-14z"/>',
  earrings: '<g fill="#e2b34b"><circle cx="63" cy="118" r="4"/><circle cx="137" cy="118" r="4"/></g>',
  scarf: '<path fill="#f4efe6" d="M66 150c20 14 48 14 68 0l6 16c-24 14-56 14-80 0z"/>',
};

const portraits: Readonly<Record<string, Features>> = {
  a: { background: "#d9e6df", skin: "#efc7a8", hair: "#b9763c", style: "long", clothes: "#2f5d50", collar: "#f2eee4" },
  b: {
    background: "#f3dfc9",
    skin: "#b07a52",
    hair: "#231a17",
    style: "bun",
    clothes: "#8c2f39",
    collar: "#e9b872",
    extra: "earrings",
  },
  c: {
    background: "#cfdcec",
    skin: "#6d4630",
    hair: "#1d1715",
    style: "crop",
    clothes: "#30475e",
    collar: "#dfe7ef",
    extra: "beard",
  },
  d: {
    background: "#e8dcea",
    skin: "#f2d0b6",
    hair: "#5b3a29",
    style: "bob",
    clothes: "#57447d",
    collar: "#f6f1f8",
    extra: "scarf",
  },
  e: {
    background: "#dbe5d1",
    skin: "#e6bd95",
    hair: "#15161a",
    style: "parted",
    clothes: "#3d4f3a",
    collar: "#eef1e6",
    extra: "glasses",
  },
  f: {
    background: "#f5d9d0",
    skin: "#7c4f35",
    hair: "#2a1d1a",
    style: "curls",
    clothes: "#c2553f",
    collar: "#fbe9e2",
    extra: "earrings",
  },
  g: { background: "#d3e6ea", skin: "#dca980", hair: "#3a2520", style: "long", clothes: "#2b7a8b", collar: "#eaf5f7" },
  h: {
    background: "#efe6c8",
    skin: "#f0cbb0",
    hair: "#c9c2b8",
    style: "bob",
    clothes: "#7d6a2f",
    collar: "#fbf6e3",
    extra: "glasses",
  },
  i: { background: "#dfdcf0", skin: "#eac7a2", hair: "#1b1a20", style: "bun", clothes: "#3f3d6e", collar: "#f0eff9" },
  j: { background: "#d5ead6", skin: "#5f3d2a", hair: "#1a1413", style: "curls", clothes: "#27633a", collar: "#e6f3e6" },
  k: {
    background: "#f2d8df",
    skin: "#f3d3bd",
    hair: "#d1495b",
    style: "bob",
    clothes: "#2a2d34",
    collar: "#f7e4e9",
    extra: "earrings",
  },
  l: { background: "#cfe3de", skin: "#c89268", hair: "#2f6f68", style: "long", clothes: "#1f4d48", collar: "#2f6f68" },
  m: { background: "#e9e0d4", skin: "#f4d5c0", hair: "#e0b568", style: "long", clothes: "#6b4f3a", collar: "#f7f0e6" },
  n: {
    background: "#d6def2",
    skin: "#e9bf9e",
    hair: "#4b2e24",
    style: "curls",
    clothes: "#34508a",
    collar: "#edf1fa",
    extra: "glasses",
  },
  o: {
    background: "#f0e2ce",
    skin: "#e3b78d",
    hair: "#17171b",
    style: "parted",
    clothes: "#a2672f",
    collar: "#faf1e4",
  },
};

/** The names that a client's line may give its portrait. */
export const portraitNames: readonly string[] = Object.keys(portraits);

/** Draws one portrait as WebP, 400 by 400 pixels. */
export async function drawPortrait(name: string): Promise<Buffer> {
  const features = portraits[name];
  if (!features) throw new Error(`There is no portrait ${name}.`);
  // Once the demo stands, nothing of this is needed again.
  const { default: sharp } = await import("sharp");
  return sharp(Buffer.from(svgOf(features)))
    .resize(side, side)
    .webp({ quality: 82, effort: 4 })
    .toBuffer();
}

function svgOf({ background, skin, hair, style, clothes, collar, extra }: Features): string {
  const { behind, before } = styles[style];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><style>.hair{fill:${hair}}</style>
<rect width="200" height="200" fill="${background}"/><circle cx="152" cy="46" r="70" fill="#fff" opacity=".22"/>
<g class="hair">${behind}</g>
<path fill="${clothes}" d="M24 206c2-36 30-52 76-52s74 16 76 52z"/>
<path fill="${collar}" d="M74 156c8 22 44 22 52 0l-10-8H84z"/>
<path fill="${skin}" d="M84 132h32v22c0 20-32 20-32 0z"/><path d="M84 142c10 10 24 10 32 0v8c-8 8-24 8-32 0z" opacity=".14"/>
<g fill="${skin}"><circle cx="63" cy="104" r="8"/><circle cx="137" cy="104" r="8"/><path d="M64 92c0-24 14-40 36-40s36 16 36 40v12c0 26-16 42-36 42s-36-16-36-42z"/></g>
${extra === "beard" ? extras.beard : ""}<g class="hair">${before}</g>
<g fill="#2b2320"><circle cx="85" cy="102" r="3.6"/><circle cx="115" cy="102" r="3.6"/></g>
<g fill="none" stroke="#2b2320" stroke-linecap="round" stroke-width="3"><path d="M78 91c4-3 9-3 13-1M109 90c4-2 9-2 13 1" opacity=".7"/><path d="M88 123c7 7 17 7 24 0"/></g>
<path d="M99 106c-2 5-3 8 2 9" fill="none" stroke="#000" stroke-opacity=".25" stroke-linecap="round" stroke-width="2.4"/>
<g fill="#e2574c" opacity=".16"><circle cx="76" cy="117" r="8"/><circle cx="124" cy="117" r="8"/></g>
${extra && extra !== "beard" ? extras[extra] : ""}</svg>`;
}
