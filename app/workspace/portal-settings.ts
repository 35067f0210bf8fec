import * as z from "zod/mini";
import { checkbox, optionalText } from "../ui/form-values.ts";

/** In Spanish; undefined or null where there is none. */
export const spanish = z.nullish(z.string());
export const question = z.object({ question: z.string(), answer: z.string(), questionEs: spanish, answerEs: spanish });

export const testimonial = z.object({
  text: z.string(),
  name: z.string(),
  place: z.nullable(z.string()),
  textEs: spanish,
});

/** What a workspace shows to clients and on its landing page, as its owners and administrators set it. */

export const settingsAttributes = {
  introduction: z.nullable(z.string()),
  introductionEs: z.nullish(z.string()),
  /** Of the member whose face the landing page has; null: the owner. */
  shownAccountId: z.nullable(z.string()),
  takesRegistrations: z.boolean(),
  /** Whether emails about messages quote their beginning. A service that does not say quotes it. */
  quotesMessages: z.pipe(
    z.nullable(z.boolean()),
    z.transform((quotes) => quotes ?? true),
  ),
  testimonials: z.array(testimonial),
  questions: z.array(question),
};
type Attributes = z.output<z.ZodMiniObject<typeof settingsAttributes>>;

export interface PortalSettings extends Attributes {
  readonly etag: string | null;
  readonly can: readonly string[] | null;
}

/** The places for testimonials and for questions in the form. */
export const places = ["first", "second", "third", "fourth"] as const;
type Place = (typeof places)[number];

const testimonialFields = z
  .object({ text: optionalText(600), textEs: optionalText(600), name: optionalText(), place: optionalText() })
  .check(
    z.refine(({ text, name }) => text === null || name !== null, { path: ["name"], error: "Enter who said it." }),
    z.refine(({ text, ...others }) => text !== null || Object.values(others).every((part) => part === null), {
      path: ["text"],
      error: "Enter what they said, or leave all four blank.",
    }),
  );
const questionFields = z
  .object({
    question: optionalText(),
    answer: optionalText(1000),
    questionEs: optionalText(),
    answerEs: optionalText(1000),
  })
  .check(
    z.refine(({ question, answer }) => question === null || answer !== null, {
      path: ["answer"],
      error: "Enter the answer.",
    }),
    z.refine(({ question, ...others }) => question !== null || Object.values(others).every((part) => part === null), {
      path: ["question"],
      error: "Enter the question, or leave the rest blank too.",
    }),
  );

const inEachPlace = <Value>(value: Value): Record<Place, Value> => ({
  first: value,
  second: value,
  third: value,
  fourth: value,
});

export const settingsForm = z.object({
  introduction: optionalText(2000),
  introductionEs: optionalText(2000),
  shownAccountId: optionalText(100),
  takesRegistrations: checkbox(),
  quotesMessages: checkbox(),
  testimonials: z.object(inEachPlace(testimonialFields)),
  questions: z.object(inEachPlace(questionFields)),
});
export type TypedSettings = z.output<typeof settingsForm>;

/** The attributes that a form gives: places that were left blank are none. */
export function attributesOf({ testimonials, questions, ...rest }: TypedSettings): Attributes {
  return {
    ...rest,
    testimonials: places.flatMap((place) => {
      const { text, name, place: from, textEs } = testimonials[place];
      return text === null || name === null ? [] : [{ text, name, place: from, textEs }];
    }),
    questions: places.flatMap((place) => {
      const { question, answer, questionEs, answerEs } = questions[place];
      return question === null || answer === null ? [] : [{ question, answer, questionEs, answerEs }];
    }),
  };
}

/** What the form holds at first. */
export function typedSettings(settings: PortalSettings) {
  const { introduction, shownAccountId, takesRegistrations } = settings;
  const [one, two, three, four] = settings.testimonials.map(typedTestimonial);
  const [first, second, third, fourth] = settings.questions.map(typedQuestion);
  const noTestimonial = { text: "", textEs: "", name: "", place: "" };
  const noQuestion = { question: "", answer: "", questionEs: "", answerEs: "" };
  return {
    introduction: introduction ?? "",
    introductionEs: settings.introductionEs ?? "",
    shownAccountId: shownAccountId ?? "",
    takesRegistrations: takesRegistrations ? "on" : "",
    quotesMessages: settings.quotesMessages ? "on" : "",
    testimonials: {
      first: one ?? noTestimonial,
      second: two ?? noTestimonial,
      third: three ?? noTestimonial,
      fourth: four ?? noTestimonial,
    },
    questions: {
      first: first ?? noQuestion,
      second: second ?? noQuestion,
      third: third ?? noQuestion,
      fourth: fourth ?? noQuestion,
    },
  };
}

const typedTestimonial = ({ text, textEs, name, place }: z.output<typeof testimonial>) => ({
  text,
  textEs: textEs ?? "",
  name,
  place: place ?? "",
});
const typedQuestion = ({ question: asked, answer, questionEs, answerEs }: z.output<typeof question>) => ({
  question: asked,
  answer,
  questionEs: questionEs ?? "",
  answerEs: answerEs ?? "",
});
