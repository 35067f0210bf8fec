import { href } from "react-router";

export const newClientPath = href("/clients/new");
export const newImportPath = href("/clients/imports/new");

/** The filter by an agent. */
export const agentFilter = { name: "agent", gone: "Former colleague", noun: "colleague" } as const;

export const listPath = `${href("/clients")}/`;
