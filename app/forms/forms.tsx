/** What components need of this room. */
export { atTime, type ComparedField, chosen, onDay, ticked } from "./compared-field.ts";
export { Confirmation, ConfirmationPage, confirmationForm } from "./confirmation.tsx";
export type { FormInit, FormNotice, FormReply } from "./form-reply.ts";
export { FormStart, ReplyNotice, WholeNotice } from "./form-start.tsx";
export { RecordForm, type RecordFormUse } from "./record-form.tsx";
