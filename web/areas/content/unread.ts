import { content } from '@mex/contract/content/calls.ts'

import { hrefOf } from '#data/links.ts'
import { useCall } from '#data/call.ts'
import { useSession } from '#data/session.ts'

/** The smallest page whose answer has the unread count. */
const oneRow = { pageNum: 1, pageSize: 1 }

export type Unread = {
  readonly messages: number
  readonly notices: number
  /** Both have been counted. */
  readonly isKnown: boolean
}

/** Link to the tab with unread entries, messages first. */
export const unreadHref = ({ messages }: Pick<Unread, 'messages'>): string =>
  hrefOf('notices', messages > 0 ? { tab: 'messages' } : {})

/** The number of unread messages and notices; push keeps the messages current. */
export function useUnread(): Unread {
  const isSignedIn = useSession() !== undefined
  const messages = useCall(content.messages, oneRow, { when: isSignedIn, freshSeconds: 60 })
  const notices = useCall(content.articles, { type: 'notice', ...oneRow }, { when: isSignedIn, everySeconds: 300 })
  if (!isSignedIn) return { messages: 0, notices: 0, isKnown: true }
  return {
    messages: messages.data?.unread ?? 0,
    notices: notices.data?.unread ?? 0,
    isKnown: messages.data !== undefined && notices.data !== undefined,
  }
}
