export { PortalField, PortalFormStart, problem, useProblem } from "../../client-pages/portal-form.tsx";
