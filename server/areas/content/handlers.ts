import { calls } from '@mex/contract/areas.ts'
import type { Handlers } from '@mex/contract/call.ts'
import type { Traditional } from '@mex/contract/text.ts'
import { refuse } from '@mex/core/refusal.ts'
import type { Context, PersonContext } from '#context.ts'
import { dictionaryWords, listArticles, readArticle } from './articles.ts'
import { readMessages } from './messages.ts'
import { countMessages, messageOfPerson, messagesOf } from './store-messages.ts'
import { messageInList, messageView } from './views.ts'

export function handlers({ traditional }: { readonly traditional: Traditional }) {
  return {
    articles: (input, context) => listArticles(input, context, traditional),
    article: (input, context) => readArticle(input, context, traditional),
    dictionary: ({ name }, context) => Promise.resolve(dictionaryWords(name, context, traditional)),
    async messages({ type, isRead, pageNum, pageSize }, { db, person: { userId }, language }) {
      const filter = { type, isRead }
      const [rows, { total, unread }] = await Promise.all([
        messagesOf(db, userId, filter, { limit: pageSize, offset: (pageNum - 1) * pageSize }),
        countMessages(db, userId, filter),
      ])
      return { total, pageNum, pageSize, rows: rows.map((row) => messageInList(row, language, traditional)), unread }
    },
    async message({ id }, { db, person: { userId }, language }) {
      const row = await messageOfPerson(db, userId, id)
      return row === undefined ? refuse('not_found', { field: 'id' }) : messageView(row, language, traditional)
    },
    readMessages,
  } satisfies Omit<Handlers<typeof calls.content, Context, PersonContext>, 'help'>
}
