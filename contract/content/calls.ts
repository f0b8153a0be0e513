import * as z from 'zod/mini'

import { articleTagNames, articleTypes, dictionaries } from './articles.ts'
import { get, post } from '#call.ts'
import { id, keyword, paging, rowIds, text } from '#fields.ts'
import { messageTypes } from './fields.ts'
import { maybe, request } from '#request.ts'
import { flag, listOf, named, orNull, pageOf, refusalWord, shape, timestamp } from '#wire.ts'

const messageRow = {
  id: z.number(),
  type: z.enum(messageTypes),
  /** In the reader's language, like the content. */
  title: z.string(),
  isRead: named('readStatus', flag),
  referenceType: named('refType', orNull(z.string())),
  referenceId: named('refId', orNull(z.number())),
  createdAt: named('createTimestamp', timestamp),
}

/** A message as a list shows it; the preview is its content as plain text. */
export const messageSummary = shape({ ...messageRow, preview: z.string() })
/** A message as its own page shows it (specification, calls C). */
export const message = shape({ ...messageRow, content: z.string() })
export type MessageSummary = z.output<typeof messageSummary>
export type Message = z.output<typeof message>

/** The name of a help article, such as 'auction'. */
const topic = text({ max: 40, long: 'text_too_long' })

const unread = z.number()

const articleRow = {
  id: z.number(),
  type: z.enum(articleTypes),
  title: z.string(),
  summary: z.string(),
  /** A picture as a data address; articles without one show their tag. */
  cover: orNull(z.string()),
  tag: z.enum(articleTagNames),
  /** The tag in the reader's language. */
  tagName: z.string(),
  /** Whether its event happened only in the simulated market. */
  isSimulated: named('simulated', flag),
  /** Of a notice, for a signed-in user. */
  isRead: named('readStatus', orNull(flag)),
  createdAt: named('createTimestamp', timestamp),
}

/** An article as a list shows it. */
export const articleSummary = shape(articleRow)
/** An article as its own page shows it; the content is HTML of a few harmless elements. */
export const article = shape({ ...articleRow, content: z.string() })
export type ArticleSummary = z.output<typeof articleSummary>
export type Article = z.output<typeof article>

/** What an entry of the help is: an article, something to do, or a word explained. */
export const helpKinds = ['article', 'howTo', 'term'] as const

const helpEntry = shape({
  kind: z.enum(helpKinds),
  slug: z.string(),
  title: z.string(),
  /** The whole of a how-to or a term; of an article its first sentence. */
  text: z.string(),
  /** The path and query of the page that a how-to opens. */
  page: orNull(z.string()),
  /** The article itself, or the one that says more. */
  articleId: orNull(z.number()),
})
export type HelpEntry = z.output<typeof helpEntry>

const dictionaryWord = shape({
  label: named('dictLabel', z.string()),
  value: named('dictValue', z.string()),
  order: named('dictSort', z.number()),
})

export const content = {
  articles: post('/article/pageList', {
    who: 'anyone',
    about: 'News and notices, newest first; of notices, how many the person has not read.',
    input: request({
      type: maybe(z.enum(articleTypes, { error: refusalWord('invalid_parameter') })),
      tag: maybe(z.enum(articleTagNames, { error: refusalWord('invalid_parameter') })),
      keyword: maybe(keyword),
      topic: maybe(topic),
      ...paging,
    }),
    output: pageOf(articleSummary, { unread: orNull(unread) }),
    refusals: ['text_too_long'],
  }),
  article: get('/article/{id}', {
    who: 'anyone',
    about: 'One article with its content; a notice counts as read from then on.',
    input: request({ id }),
    output: article,
    refusals: ['not_found'],
  }),
  help: get('/help/search', {
    isAddition: true,
    who: 'anyone',
    about: 'What the help says about a keyword, best first; without one all of its entries.',
    input: request({
      kind: maybe(z.enum(helpKinds, { error: refusalWord('invalid_parameter') })),
      keyword: maybe(keyword),
    }),
    output: listOf(helpEntry),
    refusals: ['text_too_long'],
  }),
  dictionary: get('/dict/data', {
    who: 'anyone',
    about: 'The words of a list that people choose from.',
    input: request({ name: named('dictType', z.enum(dictionaries, { error: refusalWord('not_found') })) }),
    output: listOf(dictionaryWord),
    refusals: ['not_found'],
  }),
  messages: get('/userMessage/getMessage', {
    who: 'user',
    about: 'Messages to the person, newest first, and how many of all are unread.',
    input: request({
      type: maybe(z.enum(messageTypes, { error: refusalWord('invalid_parameter') })),
      isRead: named('readStatus', maybe(flag)),
      ...paging,
    }),
    output: pageOf(messageSummary, { unread }),
  }),
  message: get('/userMessage/{id}', {
    who: 'user',
    about: 'One message with its content.',
    input: request({ id }),
    output: message,
    refusals: ['not_found'],
  }),
  readMessages: post('/userMessage/updateRead', {
    who: 'user',
    idempotency: 'natural',
    about: 'Marks messages as read: one, some, or all; ids of nobody are passed over.',
    input: request({ id: maybe(id), ids: maybe(rowIds), all: maybe(flag) }, (asked) =>
      asked.id === undefined && asked.ids === undefined && asked.all !== true
        ? { field: 'ids', word: 'missing_field' }
        : undefined,
    ),
    output: z.object({ unread }),
    refusals: ['missing_field', 'not_found'],
  }),
}
