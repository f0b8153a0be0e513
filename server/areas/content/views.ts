import type { Message, MessageSummary } from '@mex/contract/content/calls.ts'
import type { Language } from '@mex/contract/language.ts'
import { messageText } from '@mex/contract/messages.ts'
import type { Traditional } from '@mex/contract/text.ts'
import type { MessageRow } from './store-messages.ts'

/** A message in the reader's language. */
export function messageView(
  { kind, values, ...row }: MessageRow,
  language: Language,
  traditional: Traditional,
): Message {
  return { ...row, ...messageText(kind, values, language, traditional) }
}

/** A message as a list shows it: the content is short plain text, so it is its own preview. */
export function messageInList(row: MessageRow, language: Language, traditional: Traditional): MessageSummary {
  const { content, ...rest } = messageView(row, language, traditional)
  return { ...rest, preview: content }
}
