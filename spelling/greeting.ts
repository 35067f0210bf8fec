/**
 * How people are greeted: "John" of "Smith, John", "Jose and Maria" of a couple, "the Lees" of "Mr. and Mrs. Lee". Where it is not sure
 * which word is the given name, or where there is none, as of a firm, the whole name stands.
 */
import { plainLetters } from "./plain-letters.ts";

interface Words {
  readonly and: string;
  readonly family: (surname: string) => string;
}

const english: Words = { and: "and", family: (surname) => `the ${plural(surname)}` };
const spanish: Words = { and: "y", family: (surname) => `familia ${surname}` };

/** The name in a greeting. "" for what is no name. @param chosenName what an agent chose for it, which counts */
export function greetingOf(name: string, chosenName: string | null = null, language = "en"): string {
  const chosen = chosenName?.trim() ?? "";
  if (chosen !== "") return chosen;
  const whole = name
    .trim()
    .replace(/\s+/g, " ")
    .replace(/[ ,;]{1,5}$/, "");
  if (whole.includes("@") || !/\p{L}/u.test(whole)) return "";
  const isShouted = /\p{Lu}\P{L}*\p{Lu}/u.test(whole) && !/\p{Ll}/u.test(whole);
  if (isFirm(whole)) return whole;
  const person = isShouted ? whole.replace(/\p{L}[\p{L}\p{M}]+/gu, calmed) : whole;
  return coupleOf(person, language === "es" ? spanish : english) ?? givenName(person) ?? person;
}

/** Titles and suffixes come out right, too, since they are left out. */
function calmed(word: string): string {
  return /^[^AEIOUYÀ-ÿ]{2}$/.test(word) ? word : word.slice(0, 1) + word.slice(1).toLowerCase();
}

function setOf(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}

/** In lower case, without accents, dots and commas. */
function bare(word: string): string {
  return plainLetters(word).replace(/[.,]/g, "");
}

const firmEndings = setOf(
  "llc llp lp pllc pc inc incorporated corp corporation ltd limited co company gmbh ag sa srl sas sarl bv plc trust holdings holding group partners partnership properties property investments investment investors realty ventures enterprises associates foundation fund capital builders construction consulting services solutions management development developments industries brokerage bank",
);

function isFirm(name: string): boolean {
  const last = bare(name.split(" ").at(-1) ?? "");
  if (/\d/.test(name) || (name.includes(" ") && firmEndings.has(last))) return true;
  return /^(?:the|estate of|familia|family) |\b(?:family|trust|estate|llc|inc)\b/i.test(name);
}

const titles = setOf(
  "mr mrs ms miss mx dr prof professor rev reverend fr sr sra srta dona sir dame hon judge capt captain col sgt lt maj gen rabbi ing lic herr frau mme mlle madame monsieur mister senor senora dott avv",
);

const suffixes = setOf(
  "jr sr jnr snr ii iii iv md phd esq esquire cpa dds dvm do rn jd mba ret dmd pe aia realtor gri crs abr",
);

function isTitle(word: string): boolean {
  return titles.has(bare(word));
}

/** Without titles before it and suffixes behind it; a couple's name is taken apart first. */
function withoutAdded(name: string): readonly string[] {
  const parts = name.split(/ ?, ?/).filter((part) => !part.split(" ").every((word) => suffixes.has(bare(word))));
  const all = (parts.length > 1 ? [...parts.slice(1), ...parts.slice(0, 1)] : parts).join(" ").split(" ");
  const list = all.filter((word) => word !== "");
  while (list.length > 1 && suffixes.has(bare(list.at(-1) ?? ""))) list.pop();
  return list;
}

const joining = / (?:&|and|und|et|\+) | ?[&/+] ?/i;
/** Within a name as well: "José Ortega y Gasset". */
const perhapsJoining = / (?:y|e) /i;

/** Null for a single person. */
function coupleOf(name: string, { and, family }: Words): string | null {
  const parts = partsOf(name);
  if (parts.length < 2) return null;
  const alone = parts.map((part) => part.replace(/,/g, " ").trim().split(/\s+/));
  if (alone.some((list) => list.every(isTitle))) {
    const named = alone.find((list) => !list.every(isTitle));
    const surname =
      named &&
      surnameOf(
        named,
        parts.some((part) => part.includes(",")),
      );
    return surname ? family(surname) : null;
  }
  const given = parts.map((part) => givenName(part) ?? part);
  return `${given.slice(0, -1).join(", ")} ${and} ${given.at(-1) ?? ""}`;
}

function partsOf(name: string): readonly string[] {
  const sure = name.split(joining).filter((part) => part.trim() !== "");
  if (sure.length > 1) return sure;
  const [left = "", right = "", ...more] = name.split(perhapsJoining);
  const isCouple = right !== "" && more.length === 0 && (!left.includes(" ") || right.includes(" ") || isTitle(left));
  return isCouple ? [left, right] : [name];
}

const particles = setOf(
  "van von der den de del della di da do dos das du la le el al bin ibn ben ter ten st zu zum zur af av san santa mac y e",
);

/** "van der Berg" of "Mr. Jan van der Berg"; what stands first, with a comma. */
function surnameOf(list: readonly string[], isFirst: boolean): string {
  const names = list.filter((word) => !isTitle(word) && !suffixes.has(bare(word)));
  if (isFirst) return names.join(" ");
  const particle = names.findIndex((word, index) => index < names.length - 1 && particles.has(bare(word)));
  return (particle < 0 ? names.slice(-1) : names.slice(particle)).join(" ");
}

function plural(surname: string): string {
  return /(?:s|x|z|ch|sh)$/i.test(surname) ? `${surname}es` : `${surname}s`;
}

/** Null where it is not sure which it is. */
function givenName(name: string): string | null {
  const [, nick] = /["“”]([\p{L}\p{M}. '-]{2,30})["“”]/u.exec(name) ?? [];
  if (nick !== undefined) return nick.trim();
  const list = withoutAdded(name.replace(/\([^()]*\)/g, " ").trim());
  const names = list.slice(list.findIndex((word) => !isTitle(word)));
  const [first = "", second] = names;
  if (isTitle(first) || first === "") return null;
  // "Mr. Lee"
  if (second === undefined) return names.length === list.length ? first : null;
  if (!name.includes(",") && isFamilyFirst(names)) return null;
  // "van der Berg"
  if (particles.has(bare(first)) && !/^\p{Lu}/u.test(first)) return null;
  if (!isInitial(first)) return capitalized(first);
  return names.length > 2 && !isInitial(second) ? capitalized(second) : null;
}

function isInitial(word: string): boolean {
  return /^(?:\p{L}\.?){1,2}$/u.test(word) && (word.includes(".") || word.length === 1);
}

function capitalized(word: string): string {
  return /\p{Lu}/u.test(word) ? word : word.replace(/^\p{L}/u, (letter) => letter.toUpperCase());
}

const vietnamese = setOf(
  "nguyen tran pham hoang huynh phan bui ngo duong trinh dinh dang vo vu do ho ly le mai cao lam luong",
);
const surelyVietnamese = setOf("nguyen tran pham hoang huynh phan bui ngo duong trinh dinh dang");
const chinese = setOf(
  "wang zhang liu chen yang huang zhao wu zhou xu sun zhu gao guo luo zheng liang xie tang deng feng xiao cheng cao peng zeng tian dong pan yuan jiang cai yu wei lu ding shen yao cui zhong tan qiu qian shi hou bai jia shao meng qin xue yin duan li lin he hu ma",
);
const korean = setOf("kim lee park choi jung jeong kang cho yoon jang lim han shin seo kwon hwang ahn song");
const hungarian = setOf(
  "nagy kovacs toth szabo horvath varga kiss molnar nemeth farkas balogh papp takacs juhasz lakatos",
);

/** Whether the family's name may stand first. */
function isFamilyFirst(names: readonly string[]): boolean {
  const [first = "", second = ""] = names;
  const family = bare(first);
  const whole = names.join("");
  if (/[^\P{L}\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u.test(whole)) return true;
  // "Иванов Иван Иванович"
  if (/(?:ович|евич|ич|овна|евна|ична)$/.test(names[2] ?? "") || /(?:ов|ев|ова|ева|ский|ская|енко)$/.test(first))
    return true;
  if (
    surelyVietnamese.has(family) ||
    (vietnamese.has(family) && (vowels.test(whole) || /^(?:thi|van)$/.test(bare(second))))
  )
    return true;
  if (korean.has(family) && second.includes("-")) return true;
  return chinese.has(family) || hungarian.has(family);
}

/** That only Vietnamese has. */
const vowels = /[đơưạảấầẩẫậắằẳẵặẹẻẽếềểễệịỉĩọỏốồổỗộớờởỡợụủũứừửữựỳỵỷỹ]/i;
