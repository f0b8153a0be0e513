export { sendMessages } from './messages.ts'
export { publishArticle, type NewArticle } from './articles.ts'
export { openHelp, publishHelp, type HelpTopic } from './help.ts'
export { articleTagNames, isArticleTag, publishedArticles, publishFiles, withdrawArticle } from './operators.ts'
