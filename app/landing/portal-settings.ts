import * as z from "zod/mini";
import { checkbox, optionalText } from "../ui/form-values.ts";
import { question, testimonial } from "./landing-page.ts";

/** What a workspace shows to clients and on its landing page, as its owners and administrators set it. */

export const settingsAttributes = {
  introduction: z.nullable(z.string()),
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

const testimonialFields = z.object({ text: optionalText(600), name: optionalText(), place: optionalText() }).check(
  z.refine(({ text, name }) => text === null || name !== null, { path: ["name"], error: "Enter who said it." }),
  z.refine(({ text, name, place }) => text !== null || (name === null && place === null), {
    path: ["text"],
    error: "Enter what they said, or leave all three blank.",
  }),
);
const questionFields = z.object({ question: optionalText(), answer: optionalText(1000) }).check(
  z.refine(({ question, answer }) => question === null || answer !== null, {
    path: ["answer"],
    error: "Enter the answer.",
  }),
  z.refine(({ question, answer }) => question !== null || answer === null, {
    path: ["question"],
    error: "Enter the question, or leave the answer blank too.",
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
      const { text, name, place: from } = testimonials[place];
      return text === null || name === null ? [] : [{ text, name, place: from }];
    }),
    questions: places.flatMap((place) => {
      const { question, answer } = questions[place];
      return question === null || answer === null ? [] : [{ question, answer }];
    }),
  };
}

/** What the form holds at first. */
export function typedSettings(settings: PortalSettings) {
  const { introduction, shownAccountId, takesRegistrations } = settings;
  const [one, two, three, four] = settings.testimonials.map(typedTestimonial);
  const [first, second, third, fourth] = settings.questions;
  const noTestimonial = { text: "", name: "", place: "" };
  const noQuestion = { question: "", answer: "" };
  return {
    introduction: introduction ?? "",
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

const typedTestimonial = ({ text, name, place }: z.output<typeof testimonial>) => ({ text, name, place: place ?? "" });
