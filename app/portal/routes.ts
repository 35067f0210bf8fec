import { index, prefix, route } from "@react-router/dev/routes";

/**
 * The pages of a client's portal, for the client and, at another address, for staff who look at it as the client sees it.
 * @param id what the routes' ids begin with
 */
export const portalPages = (path: string, id: string) =>
  prefix(path, [
    index("portal/home.tsx", { id: `${id}-home` }),
    route("tasks/:taskId/completion", "portal/task-done.tsx", { id: `${id}-task-done` }),
    route("tasks/:taskId/completion/removal", "portal/task-undone.tsx", { id: `${id}-task-undone` }),
    route("tasks/:taskId/document", "portal/task-document.tsx", { id: `${id}-task-document` }),
    route("dates/:dateId/calendar.ics", "portal/calendar.ts", { id: `${id}-calendar` }),
    route("calendar", "portal/calendar-renewal.tsx", { id: `${id}-calendar-renewal` }),
    route("calendar/removal", "portal/calendar-removal.tsx", { id: `${id}-calendar-removal` }),
    route("properties", "portal/properties.tsx", { id: `${id}-properties` }),
    route("properties/compare", "portal/compare.tsx", { id: `${id}-compare` }),
    route("properties/:packageId", "portal/property.tsx", { id: `${id}-property` }),
    route("properties/:packageId/interest", "portal/interest.tsx", { id: `${id}-interest` }),
    route("properties/:packageId/rating", "portal/rating.tsx", { id: `${id}-rating` }),
    route("properties/:packageId/showings/new", "portal/showing-request.tsx", { id: `${id}-showing-request` }),
    route("properties/:packageId/showings/:showingId/cancellation", "portal/showing-cancel.tsx", {
      id: `${id}-showing-cancel`,
    }),
    route("properties/:packageId/offer", "portal/offer.tsx", { id: `${id}-offer` }),
    route("properties/:packageId/repairs", "portal/repairs.tsx", { id: `${id}-repairs` }),
    route("properties/:packageId/questions/new", "portal/question-new.tsx", { id: `${id}-question` }),
    route("properties/:packageId/map", "portal/map.ts", { id: `${id}-map` }),
    route("photos/:photoId", "portal/photo.ts", { id: `${id}-photo` }),
    route("messages", "portal/messages.tsx", { id: `${id}-messages` }),
    route("messages/draft", "portal/message-draft.tsx", { id: `${id}-message-draft` }),
    route("messages/attachments", "portal/message-attachments.tsx", { id: `${id}-message-attachments` }),
    route("messages/attachments/upload", "portal/message-upload.tsx", { id: `${id}-message-upload` }),
    route("documents", "portal/documents.tsx", { id: `${id}-documents` }),
    route("documents/:documentId", "portal/document.ts", { id: `${id}-document` }),
    route("documents/:sentDocumentId/removal", "portal/document-removal.tsx", { id: `${id}-document-removal` }),
    route("documents/:documentId/thumbnail", "portal/thumbnail.ts", { id: `${id}-thumbnail` }),
    route("documents/:documentId/summary", "portal/summary.tsx", { id: `${id}-summary` }),
    route("me", "portal/me.tsx", { id: `${id}-me` }),
    route("me/wishes", "portal/wishes.tsx", { id: `${id}-wishes` }),
    route("me/copy.zip", "portal/copy.ts", { id: `${id}-copy` }),
    route("me/deletion", "portal/deletion.tsx", { id: `${id}-deletion` }),
    route("me/mails", "portal/mail-choice.tsx", { id: `${id}-mail-choice` }),
    route("me/device", "portal/device.tsx", { id: `${id}-device` }),
    route("me/device/removal", "portal/device-off.tsx", { id: `${id}-device-off` }),
    route("me/sign-ins/:signInId/removal", "portal/sign-in-end.tsx", { id: `${id}-sign-in-end` }),
  ]);
