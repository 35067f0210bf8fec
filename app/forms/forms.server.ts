/** What loaders and actions need of this room. */
export {
  keysBeside,
  recordVersion,
  restartForm,
  startForm,
  type TypedVersion,
} from "./form-start.server.ts";
export {
  type FormAnswer,
  type InvalidForm,
  type ReadOptions,
  readForm,
  readFormData,
  readFormFields,
  type ValidForm,
} from "./read-form.server.ts";
export {
  answerFailure,
  FormRefusal,
  submitForm,
  wasRefused,
  writeForm,
} from "./submit-form.server.ts";
