import type { Language } from '@mex/contract/language.ts'
import { textIn, type Text, type Traditional } from '@mex/contract/text.ts'
import type { Interpretation } from './assistant.ts'

const advice: Text = {
  en: 'I cannot say what to buy or sell, or where a price is going, and neither does anybody who answers here. I can explain how things work: ask me about orders, leverage, fees or settlement.',
  zh: '我不能建议买卖什么，也不能预测价格走势，在这里答复的任何人也都不会这样做。我可以解释规则，例如委托、杠杆、费用或交收。',
}

const unknown: Text = {
  en: 'I do not know the answer to that. I am a program that looks words up in the articles under Learn. Try other words, or wait: whoever runs this server can read this and may answer here.',
  zh: '这个问题我不知道答案。我是一个按词语查找“学习”栏目文章的程序。您可以换个说法再问，或者稍候：服务器的运营者能看到这里的内容，可能会在此答复。',
}

/** The assistant's answer to an interpreted question, with links to articles. */
export function assistantAnswer(
  understood: Interpretation,
  ids: ReadonlyMap<string, number>,
  language: Language,
  traditional: Traditional,
): { readonly text: string; readonly articles: readonly { readonly id: number; readonly title: string }[] } {
  if (understood.kind === 'advice') return { text: textIn(advice, language, traditional), articles: [] }
  if (understood.kind === 'unknown') return { text: textIn(unknown, language, traditional), articles: [] }
  const translate = (pick: 'title' | 'summary', texts: (typeof understood.topics)[number]['texts']): string =>
    textIn({ en: texts.en[pick], zh: texts.zh[pick] }, language, traditional)
  const [first] = understood.topics
  return {
    text: first === undefined ? '' : translate('summary', first.texts),
    articles: understood.topics.flatMap(({ slug, texts }) => {
      const id = ids.get(slug)
      return id === undefined ? [] : { id, title: translate('title', texts) }
    }),
  }
}
