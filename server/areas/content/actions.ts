export { sendMessages } from './messages.ts'
export { personal } from './personal.ts'
