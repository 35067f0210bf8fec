/** What the demo's photos of properties are put together from, on a field of 400 by 300 with the ground at 250. */

export interface Colours {
  readonly wall: string;
  readonly roof: string;
  readonly trim: string;
  readonly door: string;
  readonly glass: string;
}

/** Sky, ground, and what shines out of the windows. */
export const hours = {
  noon: { sky: ["#bcd9ea", "#eef5f4"], hills: "#a9c3b4", lawn: "#8fb07c", path: "#d9d4c8", glass: "#cfe3ea" },
  morning: { sky: ["#f6dcc4", "#fdf3e3"], hills: "#b9c7ab", lawn: "#9db583", path: "#e0d8c6", glass: "#f9ecd2" },
  overcast: { sky: ["#c3ccd1", "#e6e9e8"], hills: "#9aa9a2", lawn: "#7f9a73", path: "#c9c6bd", glass: "#dde6e8" },
  dusk: { sky: ["#5d6d92", "#e9b58f"], hills: "#56647a", lawn: "#5d7763", path: "#a59d97", glass: "#ffd98a" },
};

const tree = (x: number, height: number, crown: string): string =>
  `<rect x="${x - 3}" y="${244 - height * 0.4}" width="6" height="${height * 0.4}" fill="#6d5543"/>
  <ellipse cx="${x}" cy="${244 - height * 0.68}" rx="${height * 0.3}" ry="${height * 0.4}" fill="${crown}"/>`;
const branches = (x: number, height: number): string =>
  [0, 1, 2]
    .map((step) => {
      const top = 244 - height + step * height * 0.24;
      const half = height * (0.13 + step * 0.06);
      return `<path d="M${x} ${top}L${x + half} ${top + height * 0.42}H${x - half}Z" fill="#3f6152"/>`;
    })
    .join("");
const fir = (x: number, height: number): string =>
  `${branches(x, height)}<rect x="${x - 3}" y="${244 - height * 0.12}" width="6" height="${height * 0.12}" fill="#5b4738"/>`;
const shrub = (x: number, fill: string): string => `<ellipse cx="${x}" cy="246" rx="20" ry="13" fill="${fill}"/>`;

/** What grows beside a house. */
export const gardens = {
  firs: fir(48, 150) + fir(84, 104) + fir(362, 128),
  maple: tree(56, 130, "#c9803f") + shrub(336, "#6f9a63") + shrub(368, "#5f8a58"),
  oak: tree(350, 140, "#6b9460") + shrub(62, "#7da56d") + shrub(96, "#6a9560"),
  cherry: tree(62, 96, "#e7b3bd") + tree(352, 104, "#7fa771"),
  bare: shrub(54, "#86a878") + shrub(340, "#78a06c") + shrub(372, "#86a878"),
};

const pane = (x: number, y: number, width: number, height: number, { glass, trim }: Colours): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${glass}" stroke="${trim}" stroke-width="4"/>
  <path d="M${x + width / 2} ${y}v${height}M${x} ${y + height / 2}h${width}" stroke="${trim}" stroke-width="2"/>`;
const box = (x: number, y: number, width: number, height: number, fill: string): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;
const gable = (left: number, right: number, foot: number, top: number, fill: string): string =>
  `<path d="M${left} ${foot}L${(left + right) / 2} ${top}L${right} ${foot}Z" fill="${fill}"/>`;
const entrance = (x: number, y: number, { door, trim }: Colours): string =>
  `${box(x - 3, y - 3, 34, 252 - y, trim)}${box(x, y, 28, 250 - y, door)}<circle cx="${x + 22}" cy="${(y + 250) / 2}" r="2.5" fill="${trim}"/>`;
const carDoor = (x: number, width: number, { trim }: Colours): string =>
  `${box(x, 202, width, 48, trim)}<path d="M${x} 214h${width}M${x} 226h${width}M${x} 238h${width}" stroke="#0002" stroke-width="2"/>`;

export const forms = {
  bungalow: (of: Colours) =>
    box(112, 168, 176, 82, of.wall) +
    gable(88, 312, 170, 104, of.roof) +
    gable(150, 250, 164, 126, of.wall) +
    pane(186, 136, 28, 20, of) +
    box(100, 166, 200, 6, of.trim) +
    entrance(186, 186, of) +
    pane(126, 186, 40, 36, of) +
    pane(234, 186, 40, 36, of) +
    box(106, 172, 9, 78, of.trim) +
    box(285, 172, 9, 78, of.trim),
  twoStorey: (of: Colours) =>
    box(124, 122, 152, 128, of.wall) +
    gable(106, 294, 124, 60, of.roof) +
    gable(176, 224, 116, 84, of.wall) +
    pane(190, 96, 20, 16, of) +
    pane(140, 138, 36, 32, of) +
    pane(224, 138, 36, 32, of) +
    box(124, 182, 152, 5, of.trim) +
    pane(140, 200, 36, 34, of) +
    entrance(216, 196, of),
  rambler: (of: Colours) =>
    `<path d="M52 178L96 140H304L348 178Z" fill="${of.roof}"/>` +
    box(66, 176, 268, 74, of.wall) +
    box(254, 120, 18, 34, of.trim) +
    carDoor(82, 70, of) +
    entrance(176, 190, of) +
    pane(224, 192, 44, 34, of) +
    pane(280, 192, 40, 34, of),
  contemporary: (of: Colours) =>
    box(150, 112, 160, 70, of.wall) +
    box(140, 104, 180, 9, of.roof) +
    box(84, 172, 176, 78, of.door) +
    box(74, 166, 196, 8, of.roof) +
    box(272, 182, 8, 68, of.roof) +
    pane(166, 124, 64, 44, of) +
    pane(244, 124, 50, 44, of) +
    pane(98, 186, 70, 50, of) +
    `<rect x="184" y="184" width="32" height="66" fill="${of.trim}"/><rect x="190" y="190" width="8" height="60" fill="${of.glass}"/>` +
    box(226, 184, 26, 66, of.wall),
  townhouse: (of: Colours) =>
    [96, 166, 236]
      .map(
        (x, index) =>
          box(x, 108, 68, 142, index === 1 ? of.trim : of.wall) +
          gable(x - 4, x + 72, 112, 70, of.roof) +
          pane(x + 20, 122, 28, 28, { ...of, trim: index === 1 ? of.roof : of.trim }) +
          pane(x + 20, 164, 28, 24, { ...of, trim: index === 1 ? of.roof : of.trim }) +
          box(x + 20, 204, 28, 46, of.door),
      )
      .join(""),
  condominium: (of: Colours) =>
    box(128, 44, 144, 206, of.wall) +
    box(120, 38, 160, 9, of.roof) +
    [58, 96, 134, 172]
      .map((y) =>
        [142, 186, 230]
          .map((x) => pane(x, y, 28, 24, of) + (x === 186 ? box(x - 6, y + 26, 40, 4, of.roof) : ""))
          .join(""),
      )
      .join("") +
    box(128, 208, 144, 42, of.roof) +
    `<rect x="184" y="214" width="32" height="36" fill="${of.glass}"/>` +
    box(140, 216, 34, 22, of.glass) +
    box(226, 216, 34, 22, of.glass),
  cabin: (of: Colours) =>
    gable(108, 292, 250, 66, of.roof) +
    gable(134, 266, 250, 106, of.wall) +
    pane(178, 152, 44, 34, of) +
    entrance(186, 200, of) +
    box(96, 246, 208, 8, of.trim),
};
