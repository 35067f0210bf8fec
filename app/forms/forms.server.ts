/** What loaders and actions need of this room. */

export { answerFailure } from "./answer-failure.server.ts";
export { FormRefusal, refuseAboveForm, wasRefused } from "./form-refusal.ts";
export {
  buttonFields,
  changeKey,
  placeFields,
  type RecordVersion,
  recordVersion,
  restartForm,
  startChange,
  startConfirmation,
  startForm,
  type TypedVersion,
} from "./form-start.server.ts";
export {
  type FormAnswer,
  findLateForm,
  findPostedElsewhere,
  type InvalidForm,
  type ReadOptions,
  readForm,
  readFormData,
  readFormFields,
  type ValidForm,
} from "./read-form.server.ts";
export { confirmed, type Submission, submitForm, writeForm } from "./submit-form.server.ts";
export { typedMoment } from "./typed-moment.server.ts";
