export { sendMessages } from './messages.ts'
export { ownData } from './own-data.ts'
export { publishArticle } from './articles.ts'
export { openHelp, publishHelp, type HelpTopic } from './help.ts'
