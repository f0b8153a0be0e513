import type { Area } from '#area.ts'
import { chatFrames } from './chat.ts'
import { messageFrames } from './frames.ts'
import { handlers } from './handlers.ts'
import { helpHandlers } from './help-handlers.ts'
import { jobs } from './jobs.ts'
import { ownData } from './own-data.ts'

export const area = {
  name: 'content',
  handlers: ({ traditional, content }) => ({
    content: { ...handlers({ traditional }), ...helpHandlers({ traditional, help: content.help }) },
  }),
  jobs: ({ store, source }) => jobs({ ...source, db: store.db }),
  frames: ({ store }) => ({
    message: (userId) => messageFrames(store.db, userId),
    chat: (userId, ids) => chatFrames(store.db, userId, ids),
  }),
  ownData,
} satisfies Area
