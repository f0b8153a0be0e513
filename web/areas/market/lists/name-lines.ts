/** Before words that many Chinese names contain, and after the size of a contract. */
const betweenParts =
  /(?<=^(?:迷你|微型))|(?<=.)(?=指[数數]|集[团團]|交易所|信[托託]|工[业業]|(?<![银銀])行[业業]|企[业業]|科技|核心|精[选選]|ETF)/g
const betweenScripts = /(?<=[a-z])(?=\p{Script=Han})|(?<=\p{Script=Han})(?=[a-z])/giu

/**
 * A long name takes a second line between its words: at no hyphen before a small letter or a digit, as 'Micro E-' says
 * nothing, and in Chinese, which has no spaces, where a part begins.
 */
export const nameInLines = (name: string): string =>
  name
    .replaceAll(/-(?=[a-z\d])/g, '\u2011')
    .replaceAll(betweenParts, '\u200b')
    .replaceAll(betweenScripts, '\u200b')
