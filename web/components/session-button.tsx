import type { ComponentProps } from 'react'

import { hrefOf } from '#data/links.ts'
import { useSession } from '#data/session.ts'
import { Button } from '#ui/button.tsx'

type Props = ComponentProps<typeof Button> & {
  /** Without a session: 'Log in to buy'. */
  logIn: string
}

/** A button for what needs an account; without a session it leads to the login, which comes back here. */
export function SessionButton({ logIn, ...button }: Props) {
  const { size = 'medium', wide = false } = button
  return useSession() === undefined ? (
    <Button text={logIn} size={size} wide={wide} href={hrefOf('login')} />
  ) : (
    <Button {...button} />
  )
}
