/** Something that the service leans on does not answer: the request is answered 503 and may be sent again. */
export class Outage extends Error {}
