/** The forms about packages. */

import { randomUUID } from "node:crypto";
import type { AgentForm } from "./form-types.ts";
import { addPhotos, createPackage } from "./seeded-agent.ts";
import type { Visit, Visitor } from "./visitor.ts";

const tag = (): string => randomUUID().slice(0, 8);
const nothing = () => ({});
const property = () => ({ street: `${tag()} Alder Street`, city: "Seattle", state: "WA", zip: "98117" });

function packageFacts(): Readonly<Record<string, string>> {
  const figures = { beds: "3", baths: "2.5", sqft: "1840", lotSize: "4200", garages: "1" };
  const listed = { yearBuilt: "1924", mlsNumber: "NWM-2210457", "hoa.amount": "350", "hoa.currency": "USD" };
  const price = { "listPrice.amount": "865000", "listPrice.currency": "USD" };
  const due = { offerDue: "2031-03-01T12:00", timeZone: "America/Los_Angeles" };
  const agent = {
    agentName: "Lena Moss",
    agentEmail: "lena@listing.example",
    agentPhoneNumber: "206 555 0166",
    agentPhotoUrl: "https://listing.example/lena.jpg",
  };
  const comp = { "compOverride.amount": "870000", "compOverride.currency": "USD", compNote: "Corner lot" };
  const words = {
    area: "Ballard",
    houseType: "",
    otherHouseType: "Craftsman",
    tags: "View\nFixer-upper",
    schools: "Adams Elementary",
  };
  return {
    ...property(),
    ...figures,
    ...listed,
    remarks: "Sewer scoped in May.",
    ...words,
    ...price,
    ...comp,
    ...due,
    ...agent,
  };
}

function sale(): Readonly<Record<string, string>> {
  const price = { "soldPrice.amount": "842000", "soldPrice.currency": "USD" };
  return { address: `${tag()} Elm Street`, ...price, sqft: "1790", soldOn: "2026-02-03", url: "https://elm.example/" };
}

let lastPrice = 850_000;

/** A price that no property has yet: one that it has already would change nothing. */
function anyPrice(): number {
  lastPrice += 500;
  return lastPrice;
}

export const packageForms: readonly AgentForm[] = [
  {
    pattern: "/packages/new",
    button: "Create property",
    does: "makes",
    typed: property,
    open: (visitor, { clientId }) => visitor.open(`/packages/new?client=${clientId}`),
  },
  {
    pattern: "/packages/:packageId/edit",
    button: "Save changes",
    does: "changes",
    typed: packageFacts,
    open: (visitor, { packageId }) => visitor.open(`/packages/${packageId}/edit`),
  },
  {
    pattern: "/packages/:packageId/price",
    button: "Save price",
    does: "changes",
    typed: () => ({ "listPrice.amount": String(anyPrice()), "listPrice.currency": "USD" }),
    refused: { "listPrice.amount": "a lot" },
    open: (visitor, { packageId }) => visitor.open(`/packages/${packageId}/price`),
  },
  {
    pattern: "/packages/:packageId/comparables/new",
    button: "Add comparable",
    does: "makes",
    typed: sale,
    open: (visitor, { packageId }) => visitor.open(`/packages/${packageId}/comparables/new`),
  },
  {
    pattern: "/packages/:packageId/comparables/:comparableId/edit",
    button: "Save changes",
    does: "changes",
    typed: sale,
    open: (visitor, { packageId, comparableId }) =>
      visitor.open(`/packages/${packageId}/comparables/${comparableId}/edit`),
  },
  {
    pattern: "/packages/:packageId/comparables/:comparableId/removal",
    button: "Remove comparable",
    does: "changes",
    typed: nothing,
    open: openComparableRemoval,
  },
  {
    pattern: "/packages/:packageId/photos",
    button: "Upload photos",
    does: "stores",
    typed: nothing,
    open: (visitor, { packageId }) => visitor.open(`/packages/${packageId}/photos`),
  },
  {
    pattern: "/packages/:packageId/photos/order",
    button: "→",
    does: "changes",
    typed: nothing,
    open: (visitor, { packageId }) => visitor.open(`/packages/${packageId}/photos/order`),
  },
  {
    pattern: "/packages/:packageId/photos/:photoId/edit",
    button: "Save caption",
    does: "changes",
    typed: () => ({ caption: `Kitchen ${randomUUID().slice(0, 8)}` }),
    open: (visitor, { packageId, photoId }) => visitor.open(`/packages/${packageId}/photos/${photoId}/edit`),
  },
  {
    pattern: "/packages/:packageId/photos/:photoId/removal",
    button: "Remove photo",
    does: "changes",
    typed: nothing,
    open: openPhotoRemoval,
  },
  {
    pattern: "/packages/:packageId/portal",
    button: "Save changes",
    does: "changes",
    typed: () => ({ costs: "on", findings: "on", comparables: "on" }),
    // Another property each time: once all is released, there is nothing to change.
    open: async (visitor) => visitor.open(`/packages/${await createPackage(visitor, property())}/portal`),
  },
  {
    pattern: "/packages/:packageId/archival",
    button: "Archive property",
    does: "changes",
    typed: nothing,
    open: async (visitor) => visitor.open(`/packages/${await createPackage(visitor, property())}/archival`),
  },
  {
    pattern: "/packages/:packageId/archival/removal",
    button: "Restore",
    does: "changes",
    typed: nothing,
    open: openPackageRestore,
  },
];

async function openComparableRemoval(visitor: Visitor): Promise<Visit> {
  await visitor.open(`/packages/${await createPackage(visitor, property())}/comparables/new`);
  const { document } = await visitor.submit(sale(), { button: "Add comparable" });
  const edit = document.querySelector('a[href*="/comparables/"][href$="/edit"]')?.getAttribute("href") ?? "";
  return visitor.open(edit.replace(/edit$/, "removal"));
}

async function openPackageRestore(visitor: Visitor): Promise<Visit> {
  const id = await createPackage(visitor, property());
  await visitor.open(`/packages/${id}/archival`);
  await visitor.submitOnly({}, { button: "Archive property" });
  return visitor.open(`/packages/${id}/archival/removal`);
}

async function openPhotoRemoval(visitor: Visitor): Promise<Visit> {
  const id = await createPackage(visitor, property());
  const photoId = await addPhotos(visitor, id, { caption: "Front" });
  return visitor.open(`/packages/${id}/photos/${photoId}/removal`);
}
