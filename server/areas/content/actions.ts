export { sendMessages } from './messages.ts'
export { publishArticle } from './articles.ts'
export { openHelp, publishHelp, type HelpTopic } from './help.ts'
