/** All that Headless UI draws, as one file: the second of two would be fetched only once the first is there. */
export { Palette } from "../search/palette.tsx";
export { RecordCombobox } from "./record-combobox.tsx";
