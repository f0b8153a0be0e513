import type { Language } from '@mex/contract/language.ts'
import { textIn, type Text, type Traditional } from '@mex/contract/text.ts'
import type { Interpretation } from './assistant.ts'
import type { HelpEntry } from './help-entries.ts'
import { priceAnswer, type PriceSource } from './price-words.ts'
import type { ChatRow } from './store-chat.ts'

export type Answer = Pick<ChatRow, 'articles' | 'links' | 'choices'> & { readonly text: string }

const advice: Text = {
  en: 'I cannot say what to buy or sell, or where a price is going, and neither does anybody who answers here. I can explain how things work: ask me about orders, leverage, fees or settlement.',
  zh: '我不能建议买卖什么，也不能预测价格走势，在这里答复的任何人也都不会这样做。我可以解释规则，例如委托、杠杆、费用或交收。',
}

const secret: Text = {
  en: 'I cannot help with that. Never write a real card number or a password here, and nobody here gives out anything about other people. All money on this server is simulated: nothing can be charged or paid out.',
  zh: '这件事我无法帮您。请不要在这里填写真实的卡号或密码，这里也不会透露他人的任何信息。本服务器上的资金都是模拟的，不会真的扣款或付款。',
}

const person: Text = {
  en: 'I have passed this on. Whoever runs this server sees your conversation first in the list and can answer here; a message tells you when that has happened. I do not know how long it takes. You can write more meanwhile.',
  zh: '已转告。服务器的运营者会在列表最前面看到您的对话，可以在此答复，届时会有消息通知您。我不知道需要多久，您可以先把问题写得更详细。',
}

const greeting: Text = {
  en: 'Hello. I am a program. Ask me how to do something, what a word means, or for the price of something; you can also ask for a person.',
  zh: '您好，我是一个程序。您可以问我怎么操作、某个词的意思或某个品种的价格，也可以要求人工答复。',
}

const unsure: Text = {
  en: 'I am not sure what you mean. The nearest that I know is below. You can also put it in other words, or ask for a person.',
  zh: '我不确定您的意思。下面是我知道的最接近的内容。您也可以换个说法，或要求人工答复。',
}

const unknown: Text = {
  en: 'I do not know the answer to that. I am a program that looks words up in the help. Try other words, or ask for a person: whoever runs this server can answer here.',
  zh: '这个问题我不知道答案。我是一个在帮助中查找词语的程序。您可以换个说法，或要求人工答复：服务器的运营者可以在此答复。',
}

/** What a user sends to ask for a person; the assistant understands it as that. */
export const askForPerson: Text = { en: 'I want a person', zh: '我要人工答复' }

/** How answers are written: language, its converter, ids of published articles and the prices of now. */
export type AnswerDependencies = {
  readonly language: Language
  readonly traditional: Traditional
  readonly articleIds: ReadonlyMap<string, number>
  readonly topics: ReadonlyMap<string, HelpEntry>
  readonly prices: PriceSource
}

const plain: Omit<Answer, 'text'> = { articles: [], links: [], choices: [] }
/** At most so many links of a kind follow an answer. */
const linksMax = 3

/** The assistant's answer to an interpreted question. */
export function assistantAnswer(understood: Interpretation, dependencies: AnswerDependencies): Answer {
  const { language, traditional } = dependencies
  const say = (text: Text): string => textIn(text, language, traditional)
  switch (understood.kind) {
    case 'advice':
      return { ...plain, text: say(advice) }
    case 'secret':
      return { ...plain, text: say(secret) }
    case 'person':
      return { ...plain, text: say(person) }
    case 'greeting':
      return { ...plain, text: say(greeting), choices: [say(askForPerson)] }
    case 'price':
      return { ...plain, ...priceAnswer(understood, dependencies.prices, { language, traditional }) }
    case 'known':
      return knownAnswer(understood.entries, dependencies)
    case 'unknown': {
      const near = understood.nearest.map((entry) => titleOf(entry, dependencies))
      return { ...plain, text: say(near.length > 0 ? unsure : unknown), choices: [...near, say(askForPerson)] }
    }
  }
}

type Wording = Pick<AnswerDependencies, 'language' | 'traditional'>

const wordIn = ({ texts }: HelpEntry, pick: 'title' | 'text', { language, traditional }: Wording): string =>
  textIn({ en: texts.en[pick], zh: texts.zh[pick] }, language, traditional)
const titleOf = (entry: HelpEntry, wording: Wording): string => wordIn(entry, 'title', wording)

/** The first entry answers; articles and pages of all follow as links. */
function knownAnswer(entries: readonly HelpEntry[], dependencies: AnswerDependencies): Answer {
  const { articleIds, topics, language } = dependencies
  const [first] = entries
  if (first === undefined) return { ...plain, text: '' }
  const text = wordIn(first, 'text', dependencies)
  const colon = language === 'en' ? ': ' : '：'
  const slugs = entries.flatMap(({ kind, slug, article }) => (kind === 'article' ? slug : (article ?? [])))
  const articles = [...new Set(slugs)].flatMap((slug) => {
    const [id, topic] = [articleIds.get(slug), topics.get(slug)]
    return id === undefined || topic === undefined ? [] : { id, title: titleOf(topic, dependencies) }
  })
  const links = entries.flatMap((entry) =>
    entry.page === undefined ? [] : { title: titleOf(entry, dependencies), page: entry.page },
  )
  return {
    ...plain,
    text: first.kind === 'term' ? `${titleOf(first, dependencies)}${colon}${text}` : text,
    articles: articles.slice(0, linksMax),
    links: links.slice(0, linksMax),
  }
}
