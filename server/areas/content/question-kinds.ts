/**
 * Questions that no article answers, by the way they are put. Questions come in lower case and in Simplified Chinese.
 */

/** Asks for a person instead of the program. */
const personPatterns: readonly RegExp[] = [
  /\b(talk|speak|chat|connect|transfer|contact|reach|get|write|put)\b.*\b(human|person|agent|someone|somebody|operator|representative|staff|support|people)\b/,
  /\b(want|need|give me|get me) (a |an |some )?(real |live )?(human|person|agent|operator|representative|staff)\b/,
  /\b(real|live|actual) (human|person|agent|people)\b/,
  /^(a |an )?(human|person|agent|operator|representative|support|staff)\b.{0,12}$/,
  /\b(customer (service|support|care)|make a complaint|file a complaint|i want to complain)\b/,
  /\bnot a (bot|robot|machine|program)\b/,
  /人工|真人|转接|有人吗|有没有人|客服|投诉|找人|联系你们|跟人说|运营者/,
]

/** Asks what to buy or sell, or where a price goes. */
const advicePatterns: readonly RegExp[] = [
  /\bshould i (buy|sell|short|invest|hold|close|get)\b/,
  /\b(what|which)\b.*\b(should i|i should|to) (buy|sell|short|invest)/,
  /\b(what|which) (stock|share|coin|pair|fund|future)s?\b.*\b(best|good|rise|up|down|buy|win|next|moon)/,
  /\bbest (stock|share|coin|pair|fund|future|investment|strategy)s?\b/,
  /\bwill\b.*\b(go up|go down|rise|fall|drop|crash|recover|double|moon)\b/,
  /\b(recommend|recommendation|stock tips?|hot tips?|insider|tips|price target|predict|prediction|forecast)\b/,
  /\bgood (buy|investment|time to (buy|sell))\b/,
  /\b(guarantee|guaranteed|sure profit|get rich|make me rich|risk.free)\b/,
  /\b(next|coming) (recession|crash|crisis)\b/,
  /(该|应该|要不要|能不能|可不可以|适合|值得)(买|卖|做空|入手|投资|持有)/,
  /推荐|荐股|预测|抄底|目标价|内幕|小道消息|稳赚|包赚|暴富|保证.{0,6}(赚|收益|盈利)/,
  /(会|能)(不会)?(涨|跌|翻倍|反弹)|会有.{0,4}(危机|股灾)/,
  /(买|卖)(什么|哪)/,
  /哪(只|支|个|些)(股票|币|基金|品种)/,
]

/** Gives or asks for what must not be in a chat: real card numbers, passwords of others, ways into accounts. */
const secretPatterns: readonly RegExp[] = [
  /(?:\d[ -]?){12,}/,
  /\b(hack|crack|steal)\b.*\b(account|password|money|server|system)\b/,
  /\b(password|account|balance|positions?) of (another|other|somebody|someone)\b/,
  /盗号|黑进|破解|别人的(密码|账户|账号|持仓)|他人的(密码|账户|账号)/,
]

/** A greeting and nothing else. */
const greetingPatterns: readonly RegExp[] = [
  /^(hi|hello|hey|hola|good (morning|afternoon|evening|day)|hi there|hello there)[\s!.,]*$/,
  /^(你好|您好|嗨|哈喽|早上好|下午好|晚上好|在吗|在不在)[\s！!。.，,]*$/,
]

const some = (patterns: readonly RegExp[], text: string): boolean => patterns.some((pattern) => pattern.test(text))

export type QuestionKind = 'person' | 'advice' | 'secret' | 'greeting'

export function kindOf(text: string): QuestionKind | undefined {
  if (some(secretPatterns, text)) return 'secret'
  if (some(advicePatterns, text)) return 'advice'
  if (some(personPatterns, text)) return 'person'
  return some(greetingPatterns, text.trim()) ? 'greeting' : undefined
}

/** What a question wants of an entry: to do something, to know a word, or to know when or why. */
export type Wish = 'howTo' | 'term' | 'article'

const wishes: readonly (readonly [Wish, RegExp])[] = [
  [
    'term',
    /\b(what is|whats|what are|what does|meaning|mean|means|define|definition|explain)\b|什么是|是什么|什么意思|是啥|啥意思|的意思/,
  ],
  ['howTo', /\b(how (do|can|to)|where|change|set|switch|i want|want to)\b|怎么|如何|在哪|哪里|我要|我想|入口/],
  [
    'article',
    /\bhow does\b.*\bwork\b|怎么回事|\b(why|when|is there|what happens|how long|am i)\b|为什么|几点|什么时候|会怎样|会不会/,
  ],
]

export const wishesOf = (text: string): ReadonlySet<Wish> =>
  new Set(wishes.filter(([, pattern]) => pattern.test(text)).map(([wish]) => wish))
