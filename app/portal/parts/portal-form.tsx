export { PortalField, PortalFormStart, problem } from "../../client-pages/portal-form.tsx";
