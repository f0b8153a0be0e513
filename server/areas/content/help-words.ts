/** Splits questions and help texts into the terms that the search of the help compares. */

const ignored = new Set(
  'a about already am an and any are as at be been by can cant could couldnt didnt do does doesnt dont ever for from give got had has have hasnt havent hello help hi how i id if im in is isnt it its just let like made make may me mean meaning means much my need now of ok on or our please pls should so some still someone tell that the their them then there these they this those to us want wanna was wanted we what whats when where wheres which who why will with would you your'.split(
    ' ',
  ),
)

/** Chinese words of a question that say nothing about its subject; longer ones are removed first. */
const ignoredPhrases =
  /怎么样|怎么办|怎么弄|怎么回事|什么意思|什么时候|是什么|为什么|在哪里|有没有|能不能|可不可以|是不是|会不会|怎么|怎样|如何|在哪|哪里|哪儿|什么|为何|咋办|咋样|请问|我想要|我想|我要|想要|我的|你们|是啥|可以|一下|这个|那个|应该|需要|现在|告诉|情况|意思|多少|[是吗呢吧啊呀的了我你您咋啥么]/gu

/** Removes plural and other endings. */
const stem = (word: string): string => (word.length > 3 ? word.replace(/(ing|ed|es|s|e)$/, '') : word)

/** Lower case, without accents and tags, and with one form of the letters that have several. */
export const foldedText = (text: string): string =>
  text
    .replaceAll(/<[^<>]*>/g, ' ')
    .normalize('NFKD')
    .replaceAll(/\p{M}|['’\p{Cc}\p{Cf}]/gu, '')
    .normalize('NFC')
    .toLowerCase()

/** A part of a question: a stem of a Latin word, or a run of Chinese characters. */
export type Part = { readonly isLatin: boolean; readonly text: string }

export function partsOf(text: string): Part[] {
  const plain = foldedText(text)
  const latin = (plain.match(/[a-z0-9]+/g) ?? []).filter((word) => !ignored.has(word))
  const runs = plain.replaceAll(ignoredPhrases, ' ').match(/\p{Script=Han}+/gu) ?? []
  return [
    ...latin.map((word) => ({ isLatin: true, text: stem(word) })),
    ...runs.map((run) => ({ isLatin: false, text: run })),
  ]
}

/**
 * Pairs of characters, because Chinese has no spaces. Pairs find more of the words of finance than the dictionary of
 * `Intl.Segmenter`, which divides 爆仓 and 止损.
 */
export const pairsOf = (run: string): string[] =>
  run.length < 2 ? [run] : Array.from({ length: run.length - 1 }, (_, index) => run.slice(index, index + 2))

/** The terms by which texts are compared. */
export const termsOf = (text: string): string[] =>
  partsOf(text).flatMap((part) => (part.isLatin ? [part.text] : pairsOf(part.text)))

export const isLatin = (term: string): boolean => /^[a-z0-9]/.test(term)
