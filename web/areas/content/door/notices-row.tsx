import { Row } from '#ui/list.tsx'
import { unreadHref, useUnread } from '#areas/content/unread.ts'

type Props = Pick<Parameters<typeof Row>[0], 'icon' | 'title'>

/** Link to notices and messages: to the tab with unread entries. */
export const NoticesRow = (props: Props) => <Row {...props} href={unreadHref(useUnread())} />
