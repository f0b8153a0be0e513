/** Refusals of the chat; the numbers and texts are in `contract/content/refusals.ts`. */
export type ContentRefusal = 'chat_muted'
