export { sendMessages } from './messages.ts'
export { publishArticle, type NewArticle } from './articles.ts'
export {
  chatFrames,
  chatMutedUntil,
  chatThread,
  chatThreads,
  muteChat,
  operatorReply,
  unmuteChat,
  type ChatRow,
} from './chat.ts'
export { openContent, type ContentDesk } from './desk.ts'
export { ownData } from './own-data.ts'
export { articleTagNames, isArticleTag, publishedArticles, publishFiles, withdrawArticle } from './operators.ts'
