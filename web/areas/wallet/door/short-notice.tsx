import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

type Props = {
  /** What the account that pays has. */
  text: string
  /** The way to more money: its words and its page. */
  action: string
  href: string
}

/** In a form: that all accounts together do not pay for the order. */
export function ShortNotice({ text, action, href }: Props) {
  return (
    <Notice tone="warn" action={<Button text={action} size="small" kind="secondary" href={href} />}>
      {text}
    </Notice>
  )
}
