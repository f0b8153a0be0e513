export { sendMessages } from './messages.ts'
