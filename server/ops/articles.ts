import { readFile, stat } from 'node:fs/promises'
import {
  articleTagNames,
  isArticleTag,
  publishedArticles,
  publishFiles,
  withdrawArticle,
} from '#areas/content/operators.ts'
import { inTransaction } from '#db/sql.ts'
import { Declined } from '#areas/desk/actions.ts'
import { isoInstant } from '#clock.ts'
import { done, listed, textOption, WrongUsage, type Command, type Given, type Tools } from './command.ts'

const shown = 50

/** Far larger than every document of the product; the page loads an article as a whole. */
const textMaxKilobytes = 32

async function textOf(file: string): Promise<string> {
  const unreadable = (): never => {
    throw new WrongUsage(`${file} cannot be read.`)
  }
  const { size } = await stat(file).catch(unreadable)
  if (size > textMaxKilobytes * 1024)
    throw new Declined(
      `${file} has ${Math.ceil(size / 1024)} KB: the text of an article has at most ${textMaxKilobytes}.`,
    )
  return readFile(file, 'utf8').catch(unreadable)
}

async function publish(tools: Tools, given: Given, type: 'news' | 'notice') {
  const [en = '', zh = ''] = await Promise.all(given.arguments.map(textOf))
  const tag = textOption(given, 'tag') ?? 'SERVICE'
  if (!isArticleTag(tag)) throw new WrongUsage(`--tag must be one of ${articleTagNames.join(', ')}.`)
  const id = await inTransaction(tools.db, (tx) => publishFiles(tx, { type, tag, en, zh, at: tools.now })).catch(
    (error: unknown) => {
      throw error instanceof Error && error.message.includes('must have a title') ? new Declined(error.message) : error
    },
  )
  return done(`published with id ${id}`, { id })
}

const tagOption = {
  tag: { type: 'string', value: 'TAG', about: `tag of the article: ${articleTagNames.join(', ')} [SERVICE]` },
} as const
const layout = 'Each file: "# Title", a line "keywords: …", an empty line, one sentence, an empty line, the text.'

export const articleCommands: readonly Command[] = [
  {
    name: 'article publish',
    about: `publishes an article to all users, in English and Chinese. ${layout}`,
    takes: ['EN.md', 'ZH.md'],
    options: tagOption,
    examples: ['article publish fees.en.md fees.zh.md --tag LEARN --reason "asked in the chat"'],
    changes: true,
    run: (tools, given) => publish(tools, given, 'news'),
  },
  {
    name: 'notice publish',
    about: `publishes a notice to all users, unread until they open it. ${layout}`,
    takes: ['EN.md', 'ZH.md'],
    options: tagOption,
    examples: ['notice publish update.en.md update.zh.md --reason "new version on Sunday"'],
    changes: true,
    run: (tools, given) => publish(tools, given, 'notice'),
  },
  {
    name: 'article list',
    about: `lists the ${shown} newest articles and notices`,
    takes: [],
    examples: ['article list'],
    changes: false,
    async run({ db }) {
      const articles = await publishedArticles(db, shown)
      const rows = articles.map(({ id, type, tag, title, publishedAt, withdrawnAt }) => [
        String(id),
        type,
        tag,
        isoInstant(publishedAt),
        withdrawnAt === null ? 'shown' : 'withdrawn',
        title,
      ])
      const head = ['id', 'kind', 'tag', 'published', 'status', 'title']
      return listed(head, rows, 'no articles or notices', { articles })
    },
  },
  {
    name: 'article withdraw',
    about: 'hides an article or notice from all users; its versions are kept',
    takes: ['ID'],
    examples: ['article withdraw 12 --reason "the figures were wrong"'],
    changes: true,
    async run({ db, now }, { arguments: [text = ''] }) {
      if (!/^\d{1,15}$/.test(text)) throw new WrongUsage(`${text} is not the id of an article.`)
      if (!(await withdrawArticle(db, Number(text), now))) throw new Declined(`There is no published article ${text}.`)
      return done(`withdrew article ${text}`, { id: Number(text) })
    },
  },
]
