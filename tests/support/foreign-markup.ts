/** What typed text has become on a page where it was not escaped: found by a parser of HTML, without a browser. */
import { Parser } from "htmlparser2";

const ownElements = new Set(
  `a abbr article aside b bdi blockquote body br button caption circle code col colgroup datalist dd del details dialog div dl dt em fieldset
  figcaption figure footer form g h1 h2 h3 h4 head header hr html i img input ins kbd label legend li line link main mark menu meta nav
  noscript ol optgroup option output p path picture pre polygon polyline progress rect script search section select small source
  span strong style summary svg table tbody td template text textarea tfoot th thead time title tr ul use`.split(/\s+/),
);
/** Attributes in which anything may be typed. */
const ofText = /^(?:value|title|alt|placeholder|content|label|aria-(?:label|description)|data-[\w-]+)$/;
const ofAddress = /^(?:href|src|action|formaction|xlink:href|data|poster|ping|srcset)$/;
/** Nothing but one text given to the app, as pages that hydrate and stream have their data. */
const ofStreamed = /^window\.__reactRouterContext\.streamController\.enqueue\("(?:[^"\\]|\\.)*"\);$/s;
/** The same where all data is there: what is given has to be JSON, in which nothing runs. */
const ofWhole =
  /^\(c=>\{c\.enqueue\(JSON\.stringify\((.*)\)\+"\\n"\);c\.close\(\)\}\)\(__reactRouterContext\.streamController\)$/s;
const isTyped = (text: string): boolean => /ran\(|elsewhere\.example/i.test(text);

function isData(script: string): boolean {
  if (ofStreamed.test(script)) return true;
  const [, given] = ofWhole.exec(script) ?? [];
  return given !== undefined && isJson(given);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Gives the elements, attributes, scripts, styles, comments and addresses that are none of ours.
 * @param page by which addresses on it are told
 * @param isOurs whether a whole address is one that the page may lead to
 */
export function foreignMarkup(html: string, page: URL, isOurs: (address: string) => boolean): string[] {
  const found: string[] = [];
  const leadsHome = (address: string) => isOurs(URL.parse(address, page)?.href ?? address);
  let inside = "";
  let script = "";
  const parser = new Parser({
    onopentag(name, attributes) {
      inside = name;
      script = "";
      const isOdd = Object.entries(attributes).some(([attribute, value]) => {
        // Browsers without scripts are led to the same page without.
        if (attribute === "http-equiv") return !leadsHome(attributes.content?.replace(/^0; ?url=/, "") ?? "");
        if (ofAddress.test(attribute)) return !leadsHome(value);
        if (/^on|^style$|^srcdoc$|[^a-z\d:-]/.test(attribute)) return true;
        return isTyped(value) && !ofText.test(attribute);
      });
      if (isOdd || !ownElements.has(name)) found.push(`<${name} ${JSON.stringify(attributes)}>`);
    },
    ontext(text) {
      if (inside === "script" || inside === "style") script += text;
    },
    onclosetag(name) {
      if (script !== "" && isTyped(script) && !isData(script)) found.push(`${name}: ${script}`);
      inside = "";
      script = "";
    },
    oncomment(text) {
      if (isTyped(text)) found.push(`<!--${text}-->`);
    },
  });
  parser.end(html);
  return found;
}
