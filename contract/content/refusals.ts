import type { ContentRefusal } from '@mex/core/content/refusals.ts'

import { refusal, type RefusalText } from '#text.ts'

/** The numbers and texts of refusals about the chat (specification, calls B). */
export const contentRefusals: Readonly<Record<ContentRefusal, RefusalText>> = {
  chat_muted: refusal(2700, 'Chat is muted until {t}', '聊天已禁言至 {t}'),
}
