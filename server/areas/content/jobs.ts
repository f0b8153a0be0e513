import { settings } from '@mex/core/settings.ts'
import type { Job } from '#jobs/runner.ts'
import { openNews, type NewsDependencies } from './market-news.ts'
import { deleteNewsBefore } from './store-articles.ts'
import { deleteChatBefore } from './store-chat.ts'
import { deleteMessagesBefore } from './store-messages.ts'

const dayMilliseconds = 86_400_000

/** The periodic jobs of the content area (rulebook §29). News is generated only for the simulated market. */
export const jobs = (dependencies: NewsDependencies): readonly Job[] => [
  {
    name: 'old content',
    everySeconds: 3600,
    async run(now) {
      const messages = await deleteMessagesBefore(dependencies.db, now - settings.message.keepDays * dayMilliseconds)
      const news = await deleteNewsBefore(dependencies.db, now - settings.news.keepDays * dayMilliseconds)
      const chat = await deleteChatBefore(dependencies.db, now - settings.chat.keepDays * dayMilliseconds)
      return messages + news + chat
    },
  },
  ...(dependencies.feed.mode === 'sim' ? [{ name: 'news', everySeconds: 10, run: openNews(dependencies) }] : []),
]
