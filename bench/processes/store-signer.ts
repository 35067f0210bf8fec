/** Who signs the posts to the bench's store. */
export const storeSigner = { accessKeyId: "latchkey", secretAccessKey: "a secret of the bench", region: "local" };
