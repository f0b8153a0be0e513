import type { Message } from '@mex/contract/content/calls.ts'
import type { Language } from '@mex/contract/language.ts'
import { messageText } from '@mex/contract/messages.ts'
import type { Traditional } from '@mex/contract/text.ts'
import type { MessageRow } from './store-messages.ts'

/** A message in the reader's language; lists omit the content. */
export function messageView(
  { kind, values, ...row }: MessageRow,
  language: Language,
  traditional: Traditional,
): Message {
  return { ...row, ...messageText(kind, values, language, traditional) }
}
