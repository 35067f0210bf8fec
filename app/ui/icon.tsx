/** The lines of each picture, in a square of 16. */
const lines = {
  dashboard: "M2.5 2.5H7V7H2.5zM9 2.5h4.5V7H9zM2.5 9H7v4.5H2.5zM9 9h4.5v4.5H9z",
  property: "M2.5 7 8 2.5 13.5 7v6.5h-4v-4h-3v4h-4z",
  pipeline: "M2.5 2.5h2.7v11H2.5zM6.7 2.5h2.6V10H6.7zM10.8 2.5h2.7V7h-2.7z",
  client: "M5.3 5.2a2.7 2.7 0 1 0 5.4 0a2.7 2.7 0 1 0-5.4 0M2.8 13.5c.6-2.6 2.7-4 5.2-4s4.6 1.4 5.2 4",
  message: "M2.5 3h11v8h-6l-3 2.5V11h-2z",
  phone: "M2.5 2.5h3l1.3 3-1.6 1.3a8 8 0 0 0 4 4l1.3-1.6 3 1.3v3a11 11 0 0 1-11-11z",
  document: "M4 1.8h5L12.5 5v9.2H4zM9 2v3.2h3.3",
  calendar: "M2.5 3.2h11v10.3h-11zM2.5 6.5h11M5.5 1.8v2.4M10.5 1.8v2.4",
  task: "M2.5 2.5h11v11h-11zM5.4 8.2l1.9 1.9 3.5-4",
  more: "M3 8h1M7.5 8h1M12 8h1",
  find: "M2.7 7a4.3 4.3 0 1 0 8.6 0a4.3 4.3 0 1 0-8.6 0M10.3 10.3l3.4 3.4",
  bell: "M3.5 11.5h9c-1-1-1.2-2-1.2-4.2a3.3 3.3 0 0 0-6.6 0c0 2.2-.2 3.2-1.2 4.2zM6.8 13.6h2.4",
  edit: "M10.2 3 13 5.8l-7.4 7.4-3.2.4.4-3.2z",
  list: "M2.5 4h11M2.5 8h11M2.5 12h11",
  clip: "m13.2 7.6-5.3 5.3a3.3 3.3 0 0 1-4.7-4.7l5.5-5.4a2.2 2.2 0 0 1 3.1 3.1l-5.4 5.4a1.1 1.1 0 0 1-1.6-1.6l4.9-4.8",
  plus: "M8 3v10M3 8h10",
  close: "M4 4l8 8M12 4l-8 8",
  eye: "M1.5 8c1.5-2.7 3.8-4.2 6.5-4.2s5 1.5 6.5 4.2c-1.5 2.7-3.8 4.2-6.5 4.2S3 10.7 1.5 8zM6 8a2 2 0 1 0 4 0a2 2 0 1 0-4 0",
  mail: "M2 3.5h12v9H2zM2 4.5l6 4.5 6-4.5",
  link: "M6.8 9.2l2.4-2.4M7 5l1.6-1.6a2.7 2.7 0 0 1 4 4L11 9M9 11l-1.6 1.6a2.7 2.7 0 0 1-4-4L5 7",
  lock: "M3.2 7h9.6v6.5H3.2zM5.3 7V5.2a2.7 2.7 0 0 1 5.4 0V7",
  warn: "M8 2.2 14.5 13.5h-13zM8 6.3v3.5M8 11.6v.1",
};

export type IconName = keyof typeof lines;

/** A picture beside a word, or in its place where the word is read out; it has the color of the text around it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={lines[name]} />
    </svg>
  );
}
