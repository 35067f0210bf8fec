/** Where the rules are by which a browser fetches pages ahead of the click. */
export const rulesPath = "/speculation-rules.json";
