export { sendMessages } from './messages.ts'
export { publishArticle, type NewArticle } from './articles.ts'
export {
  chatFrames,
  mutedUntil,
  chatThread,
  chatThreads,
  mutePerson,
  operatorReply,
  unmutePerson,
  type ChatRow,
} from './chat.ts'
export { openContent, type ContentDesk } from './desk.ts'
export { ownData } from './own-data.ts'
export { articleTagNames, isArticleTag, publishedArticles, publishFiles, withdrawArticle } from './operators.ts'
