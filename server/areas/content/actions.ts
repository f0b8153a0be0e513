export { sendMessages } from './messages.ts'
export { publishArticle } from './articles.ts'
export { chatFrames } from './chat.ts'
export { openContent, type ContentDesk } from './desk.ts'
