import { Row } from '#ui/list.tsx'
import { unreadHref, useUnread } from '#areas/content/unread.ts'

type Props = Pick<Parameters<typeof Row>[0], 'icon' | 'title'>

/** The row that leads to notices and messages, to where something is unread. */
export const NoticesRow = (props: Props) => <Row {...props} href={unreadHref(useUnread())} />
