export { PortalShell } from "../../client-pages/portal-shell.tsx";
