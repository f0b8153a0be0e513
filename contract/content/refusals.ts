import type { ContentRefusal } from '@mex/core/content/refusals.ts'

import type { RefusalText } from '#text.ts'

/** The numbers and texts of refusals about the chat (specification, calls B). */
export const contentRefusals: Readonly<Record<ContentRefusal, RefusalText>> = {
  chat_muted: { code: 2700, en: 'Chat is muted until {t}', zh: '聊天已禁言至 {t}' },
}
