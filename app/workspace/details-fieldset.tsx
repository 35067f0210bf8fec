import type { ComponentProps } from "react";
import { TextArea, TextField } from "../ui/fields.tsx";
import type { useSchemaForm } from "../ui/form.tsx";
import { type DetailName, type Details, detailLabels, detailNames } from "./details.ts";
import type { workspaceForm } from "./workspace.ts";

type DetailsFieldsetProps = {
  fields: ReturnType<typeof useSchemaForm<typeof workspaceForm>>[1];
  /** Those that the service does not know have no field. */
  details: Details;
};

type Line = Partial<ComponentProps<typeof TextField>>;

const address: Line = { inputMode: "url", autoCapitalize: "none", spellCheck: false };
const legalPage: Line = { ...address, hint: "Its address on your own site." };

/** How each is typed. */
const lines: Readonly<Record<Exclude<DetailName, "description">, Line>> = {
  phoneNumber: { type: "tel", autoComplete: "tel" },
  websiteUrl: address,
  brokerage: { autoComplete: "organization" },
  licenseNumber: {},
  privacyUrl: legalPage,
  termsUrl: legalPage,
};

/** The fields of what a workspace says about itself to clients. */
export function DetailsFieldset({ fields, details }: DetailsFieldsetProps) {
  return detailNames
    .filter((name) => details[name] !== undefined)
    .map((name) =>
      name === "description" ? (
        <TextArea
          key={name}
          field={fields[name]}
          label={detailLabels[name]}
          rows={3}
          hint="A sentence or two for your public page."
        />
      ) : (
        <TextField key={name} field={fields[name]} label={detailLabels[name]} {...lines[name]} />
      ),
    );
}
