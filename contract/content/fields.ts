import * as z from 'zod/mini'

const storableLines = /^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u

/** What somebody says in the chat. That it is not too long is decided on the server, which counts letters. */
export const chatText = z.string().check(z.maxLength(2000), z.regex(storableLines))
